# Starts a probe: that of a number, or one on every node of a Slurm job, which runs this script once more on each.
cd "$place" || exit 1
number=$1
if [ -n "$SLURM_JOB_ID" ]; then
  if [ -z "$STRAIT_ON_NODE" ]; then
    STRAIT_ON_NODE=yes
    export STRAIT_ON_NODE
    exec srun --ntasks="$count" --nodes="$count" --ntasks-per-node=1 ${cores:+--cpus-per-task=$cores} \
      --kill-on-bad-exit=1 sh "$script"
  fi
  number=$SLURM_PROCID
fi
name=$(sed -n "$((number + 1))p" hosts)
if [ -n "$SLURM_JOB_ID" ]; then
  # Nodes keep their names if the grid has them; otherwise they are its hosts in turn.
  known=yes
  for node in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
    grep -qxF -e "$node" hosts || known=
  done
  [ -z "$known" ] || name=$SLURMD_NODENAME
fi
strait probe --join "$home" --name "$name" --cluster "$cluster" ${cores:+--cores $cores} $beside \
  --identity "certs/$identity" --token-file token --patience '2 min'
