//! Where the tests run judges: one cache for all, a folder for each, and servers of the host to find.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::program::{Answer, Submit};
use crate::traces;
use judge_tests::case::{Case, Trial};

/// What the cases of row 20 look for.
const PORT: u16 = 48217;
const ABSTRACT: &[u8] = b"judge_hostile_beacon";

/// A file beside the judge that no submission may see.
pub(crate) const SECRET_FILE: &str = "judge_hostile_secret";

/// In a folder of the temporary one.
const SOCKET: &str = "judge-beacon";

/// A place to run judges: one for all tests that run at one time.
pub(crate) struct Bench {
    cache: tempfile::TempDir,
    _tcp: Option<TcpListener>,
    _abstract: Option<UnixListener>,
    _socket: (tempfile::TempDir, UnixListener),
}

impl Bench {
    /// The place, or `None` when nothing can be judged on this machine and that is allowed here.
    pub(crate) fn open() -> Option<Arc<Self>> {
        static OPEN: Mutex<Weak<Bench>> = Mutex::new(Weak::new());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let bench = open.upgrade().or_else(|| Self::new().map(Arc::new))?;
        *open = Arc::downgrade(&bench);
        Some(bench)
    }

    fn new() -> Option<Self> {
        traces::adopt_orphans();
        let tcp = free(TcpListener::bind(("127.0.0.1", PORT)));
        let name = SocketAddr::from_abstract_name(ABSTRACT).expect("an abstract name");
        let unix = free(UnixListener::bind_addr(&name));
        let folder = tempfile::tempdir().expect("folder");
        let socket = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let cache = tempfile::tempdir().expect("cache");
        let bench = Self { cache, _tcp: tcp, _abstract: unix, _socket: (folder, socket) };
        let answer = bench.submit(&honest(), &[], "json");
        if answer.field("verdict") == "judge-error" && std::env::var_os("JUDGE_MUST_WORK").is_none() {
            eprintln!("skipped, since nothing can be judged here: {}", answer.describe());
            return None;
        }
        assert_eq!(answer.field("verdict"), "accepted", "an honest submission: {}", answer.describe());
        Some(bench)
    }

    /// The cache that the judges share.
    pub(crate) fn cache(&self) -> &Path {
        self.cache.path()
    }

    /// Submits an ordinary file with no special options.
    pub(crate) fn submit(&self, file: &Path, options: &[String], format: &str) -> Answer {
        let folder = folder();
        let submit = Submit { file: file.into(), options, format, ..self.plain(folder.path()) };
        submit.run()
    }

    /// What all submissions here have in common.
    pub(crate) fn plain<'a>(&self, folder: &Path) -> Submit<'a> {
        Submit {
            task: "bs2-axpy",
            format: "json",
            folder: folder.to_owned(),
            cache: self.cache.path().to_owned(),
            ..Submit::default()
        }
    }

    /// Submits a case and says what is wrong, if anything is.
    pub(crate) fn try_case(&self, case: &Case, trial: &Trial) -> (String, Vec<String>) {
        let folder = folder();
        let submit = Submit {
            file: case.path.clone().into(),
            task: &case.task,
            options: &case.options,
            without: &trial.without,
            ..self.plain(folder.path())
        };
        let answer = submit.run();
        let (verdict, mut wrong) = (answer.field("verdict"), Vec::new());
        if !trial.allowed.contains(&verdict) {
            wrong.push(format!("not {}, but {}", trial.allowed.join(" or "), answer.describe()));
        }
        let code = match verdict.as_str() {
            "accepted" => 0,
            "judge-error" => 3,
            _ => 1,
        };
        if !verdict.is_empty() && answer.code != Some(code) {
            wrong.push(format!("exit status {:?} with {verdict}", answer.code));
        }
        if let Some(name) = case.names.as_ref().filter(|_| trial.without.is_empty())
            && !answer.field("reason").contains(&format!("`{name}`"))
        {
            wrong.push(format!("the reason does not name `{name}`: {}", answer.field("reason")));
        }
        wrong.extend(traces::files(folder.path(), &[SECRET_FILE]).into_iter().map(|f| format!("left {f}")));
        (verdict, wrong)
    }
}

/// A server of another run of these tests serves as well.
fn free<T>(bound: std::io::Result<T>) -> Option<T> {
    match bound {
        Ok(server) => Some(server),
        Err(error) if error.kind() == ErrorKind::AddrInUse => None,
        Err(error) => panic!("cannot serve: {error}"),
    }
}

/// A folder for one judge, with a secret in it.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join(SECRET_FILE), "secret").expect("secret");
    folder
}

/// The corpus.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("hostile")
}

/// A submission with nothing wrong about it.
pub(crate) fn honest() -> PathBuf {
    corpus().join("accepted/r02_region_in_a_helper.c")
}
