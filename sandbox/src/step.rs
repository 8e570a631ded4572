//! The steps that a child takes between `fork` and `exec`, in order.

use std::fmt;

/// One step of the set-up that happens inside the new process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Step {
    /// Give up the caller's user and groups for the jail's.
    DropIds = 1,
    /// Create the namespaces.
    Namespaces,
    /// Write the user and group maps.
    MapIds,
    /// Start the jail's first process.
    Init,
    /// Start the process that becomes the program.
    Fork,
    /// Start a new session.
    Session,
    /// Mount the empty root.
    Root,
    /// Create the file or folder that a mount goes on.
    MountPoint,
    /// Bind a file, folder or device.
    Bind,
    /// Mount the private `/tmp`.
    Tmp,
    /// Mount `/proc`.
    Proc,
    /// Mount `/sys`.
    Sys,
    /// Hide the host's name.
    HostName,
    /// Change into the new root and drop the old one.
    Pivot,
    /// Change into the program's folder.
    CurrentDir,
    /// Join the control group.
    Cgroup,
    /// Open the program.
    Program,
    /// Set a resource limit.
    Limit,
    /// Put descriptors at their numbers and close the rest.
    Descriptors,
    /// Drop every capability.
    Capabilities,
    /// Forbid new privileges.
    NoNewPrivs,
    /// Restrict file access with Landlock.
    Landlock,
    /// Install the system-call filter.
    Seccomp,
    /// Execute the program.
    Exec,
}

impl Step {
    const ALL: [Self; 24] = [
        Self::DropIds,
        Self::Namespaces,
        Self::MapIds,
        Self::Init,
        Self::Fork,
        Self::Session,
        Self::Root,
        Self::MountPoint,
        Self::Bind,
        Self::Tmp,
        Self::Proc,
        Self::Sys,
        Self::HostName,
        Self::Pivot,
        Self::CurrentDir,
        Self::Cgroup,
        Self::Program,
        Self::Limit,
        Self::Descriptors,
        Self::Capabilities,
        Self::NoNewPrivs,
        Self::Landlock,
        Self::Seccomp,
        Self::Exec,
    ];

    /// The step with this number, as a child reports it.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step as u32 == number)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DropIds => "give up the caller's user",
            Self::Namespaces => "create the namespaces",
            Self::MapIds => "write the user and group maps",
            Self::Init => "start the jail's first process",
            Self::Fork => "start the program's process",
            Self::Session => "start a new session",
            Self::Root => "mount the empty root",
            Self::MountPoint => "create the mount point",
            Self::Bind => "bind",
            Self::Tmp => "mount the private /tmp",
            Self::Proc => "mount /proc",
            Self::Sys => "mount /sys",
            Self::HostName => "hide the host's name",
            Self::Pivot => "change into the new root",
            Self::CurrentDir => "change into the folder",
            Self::Cgroup => "join the control group",
            Self::Program => "open the program",
            Self::Limit => "set the resource limit",
            Self::Descriptors => "arrange the descriptors",
            Self::Capabilities => "drop the capabilities",
            Self::NoNewPrivs => "forbid new privileges",
            Self::Landlock => "restrict files with Landlock",
            Self::Seccomp => "install the system-call filter",
            Self::Exec => "execute the program",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Step;

    #[test]
    fn every_number_leads_back_to_its_step() {
        for step in Step::ALL {
            assert_eq!(Step::from_number(step as u32), Some(step));
        }
        assert_eq!(Step::from_number(0), None);
        assert_eq!(Step::from_number(Step::ALL.len() as u32 + 1), None);
    }
}
