# Ends everything that `up` started, by process id, and removes what it made outside of bin, src and images.
take_down() {
  local node name
  if [ ! -d "$live" ]; then echo 'Nothing is up.'; return; fi
  for name in policies1 policies2 metrics-server scheduler controllers proxy1 proxy2 kubelet1 kubelet2 apiserver etcd; do end "$name"; done
  for node in $(seq 2); do remove_containers "$node"; done
  for name in redis containerd1 containerd2; do end "$name"; done
  end postgres INT
  # Volumes of pods and file systems of containers, the innermost first.
  awk -v folder="$live/" 'index($2, folder) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do umount "$mount" || umount -l "$mount"; done
  for node in $(seq 2); do
    if [ -e "/var/run/netns/$NAME-$node" ]; then ip netns delete "$NAME-$node"; fi
    find /sys/fs/cgroup -depth -type d \( -path "*/$NAME-$node" -o -path "*/$NAME-$node/*" \) -exec rmdir {} + 2>/dev/null || true
  done
  # Kubelets link the logs of containers here, whatever their folders are.
  if [ -d /var/log/containers ]; then find /var/log/containers -lname "$live/*" -delete; fi
  rm -rf --one-file-system "$live"
}

# Containers outlive containerd.
remove_containers() {
  local socket=$live/node$1/containerd.sock container
  [ -S "$socket" ] || return 0
  for container in $(ctr --address "$socket" -n k8s.io tasks ls -q); do
    ctr --address "$socket" -n k8s.io tasks kill --signal SIGKILL "$container" >/dev/null 2>&1 || true
    ctr --address "$socket" -n k8s.io tasks delete --force "$container" >/dev/null 2>&1 || true
  done
}
