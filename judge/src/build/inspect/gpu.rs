//! The rules for what was made for a GPU: images for the target alone, and device code for every region.

use object::elf::{EM_AMDGPU, EM_CUDA, FileHeader64};
use object::read::elf::{ElfFile, FileHeader};
use object::{Endianness, Object, ObjectSymbol};

use judge_abi::shim::{TOUCH, WARM};

use super::image::{self, Image};
use super::{amd_metadata, fatbin};
use crate::build::{Finding, KernelResources};
use crate::toolchain::{Target, TargetKind};

type Elf<'a> = ElfFile<'a, FileHeader64<Endianness>>;

/// What the linked object holds for the device.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) findings: Vec<Finding>,
    /// What AMD's images say of their kernels.
    pub(super) kernels: Vec<KernelResources>,
}

/// All images of an object, of OpenMP and of HIP.
pub(super) fn images<'a>(file: &Elf<'a>) -> Result<Vec<Image<'a>>, String> {
    let mut images = image::images(file)?;
    images.extend(fatbin::images(file)?);
    Ok(images)
}

/// What is wrong with an image's name: another device's code is not what was asked for.
pub(super) fn foreign(target: &Target, image: &Image<'_>) -> Option<Finding> {
    let arch = target.arch().unwrap_or_default();
    let same = image.triple == target.triple() && (target.kind() == TargetKind::Host || image.arch == arch);
    let what = [image.triple.as_str(), &image.arch].join(" ");
    let message = format!("it embeds an image for `{}`, which was not asked for", what.trim_end());
    (!same).then_some(Finding { code: "J505", message })
}

/// Checks the images of a linked object: each is an object for the target's device, and between them they define every
/// region of the source. A region without device code would run on the host, whatever else the device does.
pub(super) fn linked(target: &Target, file: &Elf<'_>, regions: &[String]) -> Found {
    let mut found = Found::default();
    let images = match images(file) {
        Ok(images) => images,
        Err(problem) => {
            let message = format!("its device image section is malformed: {problem}");
            found.findings.push(Finding { code: "J501", message });
            return found;
        }
    };
    let machine = if target.kind() == TargetKind::Nvidia { EM_CUDA } else { EM_AMDGPU };
    let mut defined: Vec<String> = Vec::new();
    for image in &images {
        found.findings.extend(foreign(target, image));
        let object = Elf::parse(image.contents).map_err(|error| error.to_string());
        match object {
            Ok(object) if object.elf_header().e_machine(object.endian()) == machine => {
                defined.extend(names(&object));
                if target.kind() == TargetKind::Amd {
                    // The shim's own regions are nobody's to tune.
                    let of = |kernel: &KernelResources, entry| kernel.name.contains(&format!("_{entry}_l"));
                    let own = |kernel: &KernelResources| of(kernel, WARM) || of(kernel, TOUCH);
                    found.kernels.extend(amd_metadata::kernels(&object).into_iter().filter(|kernel| !own(kernel)));
                }
            }
            Ok(_) => found.findings.push(not_device_code("it is for another machine")),
            Err(problem) => found.findings.push(not_device_code(&problem)),
        }
    }
    for region in regions.iter().filter(|region| !defined.contains(region)) {
        let message = format!("target region `{region}` has no device code and would run on the host");
        found.findings.push(Finding { code: "J505", message });
    }
    found
}

fn not_device_code(problem: &str) -> Finding {
    Finding { code: "J501", message: format!("its device image is no object of the device's: {problem}") }
}

/// Names that the image defines.
fn names(object: &Elf<'_>) -> Vec<String> {
    let symbols = object.symbols().chain(object.dynamic_symbols());
    symbols.filter(|s| !s.is_undefined()).filter_map(|s| s.name().ok().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_targets_own_images_are_its_own() {
        let target = Target::Nvidia { arch: "sm_90".to_owned(), cuda: "/cuda".into(), device_runtime: None };
        let image =
            |triple: &str, arch: &str| Image { triple: triple.to_owned(), arch: arch.to_owned(), contents: &[] };
        assert_eq!(foreign(&target, &image("nvptx64-nvidia-cuda", "sm_90")), None);
        for (triple, arch) in
            [("nvptx64-nvidia-cuda", "sm_80"), ("x86_64-pc-linux-gnu", ""), ("PTX, which the driver compiles", "sm_90")]
        {
            assert_eq!(foreign(&target, &image(triple, arch)).map(|f| f.code), Some("J505"), "{triple} {arch}");
        }
        let host = Target::Host { triple: "x86_64-pc-linux-gnu".to_owned() };
        assert_eq!(foreign(&host, &image("x86_64-pc-linux-gnu", "")), None);
    }

    #[test]
    fn a_region_without_device_code_is_refused() {
        let program = std::fs::read(std::env::current_exe().expect("a path")).expect("this program");
        let program = Elf::parse(&*program).expect("an ELF file");
        let target = Target::Nvidia { arch: "sm_90".to_owned(), cuda: "/cuda".into(), device_runtime: None };
        assert_eq!(linked(&target, &program, &[]), Found::default());
        let found = linked(&target, &program, &["region".to_owned()]);
        assert!(found.findings.iter().any(|f| f.code == "J505" && f.message.contains("no device code")), "{found:?}");
    }
}
