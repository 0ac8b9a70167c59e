# Starts the ranks of a cluster: over MPI where there is one, otherwise one by one.
cd "$place" || exit 1
# One word for those that start it.
printf '#!/bin/sh\nexec %s "$@"\n' "$strait" > strait.sh && chmod u+x strait.sh || exit 1
strait=$place/strait.sh
parent="$login:$port"
common="rank plan.yaml --run $run --parent $parent --parent-name $master --identity certs/$identity --token-file token --patience 1h $classes"
mpi=
for each in mpirun.openmpi mpirun.mpich mpirun; do
  # Ranks of a host that is reached alone are only some of their cluster's.
  if [ -z "$alone" ] && command -v $each > /dev/null 2>&1; then
    mpi=$each
    break
  fi
done
library=mpich plugin=pmi2 more=
case "$($mpi --version 2>&1 < /dev/null)" in
  *'Open MPI'* | *OpenRTE*)
    library=openmpi plugin=pmix more=--oversubscribe
    [ "$(id -u)" = 0 ] && more="$more --allow-run-as-root"
    ;;
esac
if [ -n "$SLURM_JOB_ID" ]; then
  if [ -z "$mpi" ]; then
    exec srun --ntasks=$count --kill-on-bad-exit=1 sh -c "exec $strait $common --rank \$(($first + SLURM_PROCID))"
  fi
  # A plug-in may be listed and still not load, or not on every node.
  if srun --ntasks=$count --mpi=$plugin true > /dev/null 2>&1; then
    STRAIT_MPI=$library
    export STRAIT_MPI
    exec srun --ntasks=$count --mpi=$plugin --kill-on-bad-exit=1 $strait $common --cluster $cluster
  fi
fi
if [ -n "$mpi" ]; then
  exec $mpi -np $count $more $strait $common --cluster $cluster
fi
started=
for rank in $ranks; do
  $strait $common --rank $rank &
  started="$started $!"
done
code=0
for each in $started; do
  wait $each || code=$?
done
exit $code
