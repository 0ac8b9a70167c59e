package io.strait.farm.run;

import io.strait.launch.shell.Shell;
import io.strait.launch.site.RunFiles;
import io.strait.transport.wire.NodeRole;

/**
 * What is run at a site: scripts of a POSIX shell, without secrets.
 *
 * @param strait the words that begin a command there
 * @param cluster whose gateway and workers they are
 * @param cores of a worker that no engine says them to
 * @param parent the role of those that workers join
 * @param data the option that says where large files are; empty if there are none
 */
record SiteScripts(
    String strait,
    String cluster,
    int cores,
    NodeRole parent,
    String data,
    SiteNodes.Options options) {
  /** Stands for the machine where the engine's commands are run. */
  static final String ENTRY = "ENTRY";

  /** Lets a Java start that will never have much to compute, in half of the time. */
  private static final String FAST = "env STRAIT_COMPILER=fast ";

  /**
   * Words of a shell that wait, up to four minutes or more, until a file has something in it, and
   * stand for that: a port. Each look opens the file, because network file systems look for what is
   * new then.
   */
  static String portIn(String file) {
    return "$(i=0; until port=$(cat %s) && [ -n \"$port\" ] || [ $i -gt 200 ]; do i=$((i + 1)); [ $i -lt 50 ] && sleep 0.2 2>/dev/null || sleep 2; done; echo $port)"
        .formatted(file);
  }

  private String classPath() {
    return RunFiles.classPathOption(options.launcher().classPath());
  }

  /**
   * A gateway's script.
   *
   * @param home where the master is
   * @param port to listen on; 0 for any
   */
  String gateway(String place, String home, int port) {
    return """
    cd %s || exit 1
    exec %s gateway --parent %s --name %s --lease %s --identity certs/%s --parent-name %s \\
      --tokens certs/join --token-file token --listen 0.0.0.0:%d --spool spool --patience '1 h' --idle %ds %s %s
    """
        .formatted(
            place,
            strait,
            home,
            cluster,
            Shell.quote(options.lease()),
            NodeRole.GATEWAY,
            NodeRole.MASTER,
            port,
            SiteNodes.IDLE.toSeconds(),
            data,
            classPath());
  }

  /**
   * A worker's script: its number is its first argument, and says whose name of the plan it has.
   *
   * @param address where it joins; {@link #ENTRY} in it is what the engine says, or the given host
   */
  String worker(String place, String address, String entry) {
    return """
    cd %s || exit 1
    name=$(sed -n "$(($1 + 1))p" workers)
    parent=$(echo %s | sed "s/%s/${SLURM_SUBMIT_HOST:-%s}/")
    left=
    [ -n "$SLURM_JOB_ID" ] && left=$(squeue -h -j "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" -o %%L)
    exec %s%s worker --parent "$parent" --name "$name" --time-left "$left" --lease %s \\
      --identity certs/%s --parent-name %s --token-file token --cores "${SLURM_CPUS_PER_TASK:-%d}" \\
      --patience '1 h' %s %s
    """
        .formatted(
            place,
            address,
            ENTRY,
            entry,
            options.isCommand() ? FAST : "",
            strait,
            Shell.quote(options.lease()),
            NodeRole.WORKER,
            parent,
            cores,
            data,
            classPath());
  }
}
