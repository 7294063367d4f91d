#!/usr/bin/env python3
"""A Slurm of one node for tests: munged, slurmctld and slurmd on the loopback address, on free ports, with all their
files in a temporary folder. Needs the packages munge, slurmctld, slurmd and slurm-client; root or any other user.

    with Slurm() as slurm: subprocess.run(..., env=slurm.environment)
    slurm.py COMMAND...     runs a command with such a Slurm, and ends with its exit code

Nothing outlives the process that asked for it, however that ends: between it and the daemons stands a guardian, which
adopts whatever they start, and kills all of it and removes the folder at the end of its standard input."""
import ctypes
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
CONFIGURATION = """ClusterName=flitscope_test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=3
KillWait=1
MessageTimeout=5
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=main Nodes=ALL Default=YES State=UP
PartitionName=other Nodes=ALL State=UP
"""


def free_ports(count):
    """Below those that the kernel gives away, to which nobody comes by chance before the daemons are there."""
    first_given = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    candidates = range(first_given // 2, first_given)
    ports = []
    for port in random.sample(candidates, len(candidates)):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                ports.append(port)
            except OSError:
                continue
        if len(ports) == count:
            return ports
    raise RuntimeError(f"no {count} free ports in {candidates}")


def is_there(path, daemon, seconds=10):
    """Waits for a file that a daemon makes."""
    end = time.monotonic() + seconds
    while not path.exists():
        if time.monotonic() > end or daemon.poll() is not None:
            return False
        time.sleep(0.02)
    return True


def children():
    return {int(each) for each in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()}


def kill_all_but(spared):
    """All children, and theirs, which are children of this process then."""
    while True:
        victims = children() - spared
        if not victims:
            return
        for each in victims:
            os.kill(each, signal.SIGKILL)
            os.waitpid(each, 0)


def start(folder, *command):
    with open(folder / f"{Path(command[0]).name}.out", "ab") as out:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)


def take_a_name_with_an_address():
    """The daemons listen at the address of this machine's name, which a bare machine may not know. Those that this process
    starts are on one called localhost then."""
    try:
        socket.getaddrinfo(socket.gethostname(), None)
    except socket.gaierror:
        CLONE_NEWUTS = 0x04000000
        if ctypes.CDLL(None).unshare(CLONE_NEWUTS) == 0:  # root
            socket.sethostname("localhost")


def guard(folder):
    """Lines of standard input: `start node`, `kill node`. Answers each with a line."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # its standard input ends then
    take_a_name_with_an_address()
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    (folder / "state").mkdir()
    (folder / "spool").mkdir()
    host = socket.gethostname().split(".")[0]
    user = pwd.getpwuid(os.getuid()).pw_name
    (folder / "slurm.conf").write_text(
        CONFIGURATION.format(folder=folder, host=host, user=user, ports=free_ports(2)))
    # The one plug-in that asks for no cgroups until it is used, which it is not: containers may have none.
    (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    try:
        munged = start(folder, "munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
                       f"--pid-file={folder}/munge.pid", f"--log-file={folder}/munge.log",
                       f"--seed-file={folder}/munge.seed")
        authenticates = is_there(folder / "munge.socket", munged)
        spared = {munged.pid, start(folder, "slurmctld", "-D").pid} if authenticates else {munged.pid}
        for line in sys.stdin:
            if not authenticates:  # the folder stays until the logs are read
                print("munged does not answer", flush=True)
                continue
            if line == "start node\n":
                start(folder, "slurmd", "-D")
            else:
                kill_all_but(spared)
            print("done", flush=True)
    finally:
        kill_all_but(set())
        shutil.rmtree(folder, ignore_errors=True)


class Slurm:
    """`folder` holds everything; `environment` is that of its clients."""

    def __init__(self):
        missing = [each for each in PROGRAMS if shutil.which(each, path=self._path()) is None]
        if missing:
            raise RuntimeError(f"{', '.join(missing)} not found: apt-get install munge slurmctld slurmd slurm-client")

    @staticmethod
    def _path():
        return os.environ["PATH"] + ":/usr/sbin:/sbin"

    def __enter__(self):
        self._temporary = tempfile.TemporaryDirectory(prefix="flitscope_slurm_", ignore_cleanup_errors=True)
        self.folder = Path(self._temporary.name)
        self.environment = dict(os.environ, PATH=self._path(), SLURM_CONF=str(self.folder / "slurm.conf"))
        self._guardian = subprocess.Popen([sys.executable, __file__, "--guard", self.folder], stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE, text=True, env=self.environment)
        try:
            self.start_node()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self._guardian.stdin.close()
        self._guardian.wait()
        self._guardian.stdout.close()
        self._temporary.cleanup()

    def _tell(self, line):
        self._guardian.stdin.write(line + "\n")
        self._guardian.stdin.flush()
        answer = self._guardian.stdout.readline()
        if answer != "done\n":
            raise RuntimeError((answer or "the guardian of Slurm ended\n") + self.logs())

    def start_node(self):
        """Ends when jobs can run."""
        self._tell("start node")
        self.wait_for(lambda: self.ask("sinfo", "--noheader", "--format=%T", "--partition=main").strip() in
                      ("idle", "mixed", "allocated"), "a node that works")

    def kill_node(self):
        """The daemon of the node and every job on it, at once."""
        self._tell("kill node")

    def ask(self, *command):
        """What a client prints; nothing where it fails."""
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout

    def wait_for(self, condition, what, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"no {what} within {seconds} s\n" + self.logs())
            time.sleep(0.1)

    def logs(self):
        return "".join(f"--- {each.name}\n{each.read_text(errors='replace')[-2000:]}\n"
                       for each in sorted(self.folder.glob("*.log")) + sorted(self.folder.glob("*.out")))


def main():
    if sys.argv[1] == "--guard":
        return guard(Path(sys.argv[2]))
    with Slurm() as slurm:
        return subprocess.run(sys.argv[1:], env=slurm.environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
