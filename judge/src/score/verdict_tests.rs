//! Every verdict, and every pair of priorities.

use super::fixture::{accepted, refuse_task, spoil};
use super::*;

fn spoiled(verdicts: &[Verdict]) -> Evidence {
    let mut evidence = accepted();
    verdicts.iter().for_each(|v| spoil(&mut evidence, *v));
    evidence
}

#[test]
fn each_reason_alone_gives_its_verdict() {
    for expected in Verdict::ALL {
        assert_eq!(verdict(&spoiled(&[expected])).verdict, expected);
    }
}

#[test]
fn the_higher_of_any_two_reasons_wins() {
    for (i, higher) in Verdict::ALL.into_iter().enumerate() {
        for lower in Verdict::ALL.into_iter().skip(i + 1) {
            assert!(higher < lower);
            assert_eq!(verdict(&spoiled(&[higher, lower])).verdict, higher, "{higher} before {lower}");
            assert_eq!(verdict(&spoiled(&[lower, higher])).verdict, higher, "{higher} before {lower}");
        }
    }
}

#[test]
fn names_are_those_of_the_schema() {
    for verdict in Verdict::ALL {
        assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.name());
    }
}

#[test]
fn a_task_that_cannot_be_judged_is_not_charged_to_the_submitter() {
    let mut evidence = spoiled(&[Verdict::WrongAnswer]);
    refuse_task(&mut evidence);
    let judgement = verdict(&evidence);
    assert_eq!(judgement.verdict, Verdict::JudgeError);
    assert!(judgement.reason.contains("declare a wider `acc`"), "{}", judgement.reason);
}

#[test]
fn nothing_is_accepted_without_two_complete_runs() {
    let breaks: [fn(&mut Evidence); 6] = [
        |e| e.sizes.clear(),
        |e| e.sizes[1].b = None,
        |e| e.sizes[0].a = None,
        |e| e.sizes[0].between.clear(),
        |e| e.sizes[0].a.as_mut().unwrap().outputs.clear(),
        |e| e.sizes[0].a.as_mut().unwrap().calls = 0,
    ];
    for (i, break_it) in breaks.into_iter().enumerate() {
        let mut evidence = accepted();
        break_it(&mut evidence);
        assert_eq!(verdict(&evidence).verdict, Verdict::JudgeError, "break {i}");
    }
}

#[test]
fn a_crash_after_the_last_call_leaves_the_result_standing() {
    let mut evidence = accepted();
    evidence.sizes[0].a.as_mut().unwrap().end = End::CompletedThenFailed { what: "signal 11 at exit".to_owned() };
    assert_eq!(verdict(&evidence).verdict, Verdict::Accepted);
}

#[test]
fn whoever_took_most_of_the_limit_on_the_whole_is_charged() {
    let cut = |submission| {
        let mut evidence = accepted();
        evidence.sizes[1].b = None;
        evidence.sizes[1].a.as_mut().unwrap().end = End::Overtime;
        let (limit, submission) = (Nanoseconds(60_000_000_000), Nanoseconds(submission));
        evidence.overtime = Some(Overtime { limit, submission, step: "medium: run A".to_owned() });
        verdict(&evidence)
    };
    let own = cut(30_000_000_000);
    assert_eq!(own.verdict, Verdict::TimeLimit);
    let reason =
        "medium: run A: the limit of 60.0 s on the whole judgement was reached; the submission took 30.0 s of it";
    assert_eq!(own.reason, reason);
    let others = cut(29_000_000_000);
    assert_eq!(others.verdict, Verdict::JudgeError);
    assert!(others.reason.ends_with("29.0 s of it; raise --total-limit or judge fewer --sizes"), "{}", others.reason);
}

/// Host work beside and apart from 8 ms in 3 launches: 2.15 ms and 3.15 ms are allowed.
fn host_work(beside: u64, aside: u64) -> HostWork {
    let (beside, aside, regions) = (Nanoseconds(beside), Nanoseconds(aside), Nanoseconds(8_000_000));
    HostWork { call: 1, beside, aside, regions, launches: 3 }
}

#[test]
fn host_work_is_no_offload() {
    let cheats: [fn(&mut Run); 6] = [
        |r| r.host_regions = 1,
        |r| r.host_access = Some(HostAccess { array: "x".to_owned(), call: 0 }),
        |r| r.end = End::NoDevice { what: "no image".to_owned() },
        |r| {
            r.host_access = Some(HostAccess { array: "x".to_owned(), call: 0 });
            r.end = End::Crashed { what: "host code touched `x`".to_owned() };
        },
        |r| r.host_work = Some(host_work(2_150_001, 0)),
        |r| r.host_work = Some(host_work(0, 3_150_001)),
    ];
    for cheat in cheats {
        let mut evidence = accepted();
        cheat(evidence.sizes[1].b.as_mut().unwrap());
        assert_eq!(verdict(&evidence).verdict, Verdict::NoOffload);
    }
    // As much as starting launches beside others costs.
    let mut evidence = accepted();
    evidence.sizes[1].b.as_mut().unwrap().host_work = Some(host_work(2_150_000, 3_150_000));
    assert_eq!(verdict(&evidence).verdict, Verdict::Accepted);
    // Empty input has nothing to launch for.
    let mut evidence = accepted();
    let size = &mut evidence.sizes[0];
    (size.has_work, size.a.as_mut().unwrap().launches_min) = (false, 0);
    assert_eq!(verdict(&evidence).verdict, Verdict::Accepted);
}

#[test]
fn a_written_guard_region_is_a_wrong_answer() {
    let mut evidence = accepted();
    let overrun = Overrun { array: "s".to_owned(), side: Side::After, distance: Bytes(8) };
    evidence.sizes[0].a.as_mut().unwrap().overrun = Some(overrun);
    let judgement = verdict(&evidence);
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.reason, "size small, run A: it wrote 8 B past the end of `s`");
}

#[test]
fn fortran_may_move_a_descriptor_for_each_array_and_launch() {
    let moved = |language, launches, to_device| {
        let mut evidence = accepted();
        evidence.submission.language = language;
        let run = evidence.sizes[0].a.as_mut().unwrap();
        (run.launches_max, run.to_device) = (launches, Bytes(to_device));
        verdict(&evidence).verdict
    };
    assert_eq!(moved(Language::C, 9, 4096), Verdict::Accepted);
    assert_eq!(moved(Language::C, 9, 4097), Verdict::Transfer);
    assert_eq!(moved(Language::Fortran, 1, 4096 + 3 * 48), Verdict::Accepted);
    assert_eq!(moved(Language::Fortran, 9, 4096 + 9 * 3 * 192), Verdict::Accepted);
    assert_eq!(moved(Language::Fortran, 9, 4097 + 9 * 3 * 192), Verdict::Transfer);
}

#[test]
fn only_a_time_clearly_below_the_floor_is_impossible() {
    let at = |fraction: f64| {
        let mut evidence = accepted();
        let floor = evidence.sizes[1].floor.unwrap().time.0 as f64;
        evidence.sizes[1].kernel = Timing::of(&[Nanoseconds((floor * fraction) as u64); 5]);
        verdict(&evidence).verdict
    };
    assert_eq!(at(0.95), Verdict::Accepted);
    assert_eq!(at(0.85), Verdict::Impossible);
    assert_eq!(Floor::of(Bytes(1), 0.0), None);
}

#[test]
fn a_kernel_that_varies_its_own_time_is_held_to_its_median() {
    let of = |fractions: &[f64]| {
        let mut evidence = accepted();
        let floor = evidence.sizes[1].floor.unwrap().time.0 as f64;
        let samples: Vec<Nanoseconds> = fractions.iter().map(|f| Nanoseconds((floor * f) as u64)).collect();
        let timing = Timing::of(&samples).unwrap();
        let interval = timing.median.high / floor;
        evidence.sizes[1].kernel = Some(timing);
        (verdict(&evidence).verdict, interval)
    };
    // The interval reaches far above the floor, and the time that the speed-up counts lies far below it.
    let (verdict, high) = of(&[0.2, 0.2, 0.2, 0.2, 9.0, 9.0, 9.0]);
    assert!(high > 1.0);
    assert_eq!(verdict, Verdict::Impossible);
    // One call is enough to widen the interval of a few.
    assert_eq!(of(&[0.2, 0.2, 0.2, 0.2, 0.2, 50.0]).0, Verdict::Impossible);
    // A clock that jumps once makes no honest kernel impossible.
    assert_eq!(of(&[0.2, 0.2, 1.1, 1.2, 1.3, 1.1]).0, Verdict::Accepted);
}

#[test]
fn a_slow_kernel_is_accepted_and_does_not_stand() {
    let standing = |asked: Option<f64>| {
        let mut evidence = accepted();
        evidence.limits.min_speedup = asked;
        let document = Document::of(evidence);
        (document.verdict, document.standing)
    };
    assert_eq!(standing(None), (Verdict::Accepted, Standing::Accepted));
    assert_eq!(standing(Some(2.0)), (Verdict::Accepted, Standing::Accepted));
    assert_eq!(standing(Some(1000.0)), (Verdict::Accepted, Standing::NotAccepted));
    let mut untimed = accepted();
    untimed.limits.min_speedup = Some(0.1);
    untimed.sizes.iter_mut().for_each(|size| size.kernel = None);
    assert_eq!(Document::of(untimed).standing, Standing::NotAccepted);
}

#[test]
fn standing_follows_from_the_verdict() {
    for verdict in Verdict::ALL {
        let expected = match verdict {
            Verdict::Accepted => Standing::Accepted,
            Verdict::JudgeError => Standing::JudgeError,
            _ => Standing::NotAccepted,
        };
        assert_eq!(Document::of(spoiled(&[verdict])).standing, expected, "{verdict}");
    }
}

#[test]
fn speedup_is_baseline_by_kernel() {
    let score = score(&accepted()).unwrap();
    let near = |estimate: Estimate, value: f64| (estimate.value / value - 1.0).abs() < 0.02;
    assert!(near(score.sizes[0].speedup, 6.1), "{:?}", score.sizes[0]);
    assert!(near(score.speedup, (6.1_f64 * 3100.0 / 24.0).sqrt()), "{:?}", score.speedup);
    assert!(score.comparable);
    let mut dry = accepted();
    dry.device = Some(Device::named("x86_64".to_owned(), DeviceKind::Host));
    assert!(!super::score(&dry).unwrap().comparable);
}
