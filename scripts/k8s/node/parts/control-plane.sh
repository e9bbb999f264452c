# etcd, API server, controllers, scheduler and metrics-server, in the namespace of the first node.
start_control_plane() {
  local pki=$live/pki address
  address=$(address_of 1)
  start 1 etcd etcd --data-dir "$live/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
    --listen-peer-urls http://127.0.0.1:2380 --unsafe-no-fsync
  start 1 apiserver "$bin/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --service-cluster-ip-range="$SERVICES" \
    --bind-address=0.0.0.0 --advertise-address="$address" --secure-port=6443 \
    --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" --client-ca-file="$pki/ca.crt" \
    --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$pki/sa.pub" \
    --service-account-signing-key-file="$pki/sa.key" --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction \
    --kubelet-client-certificate="$pki/admin.crt" --kubelet-client-key="$pki/admin.key" --kubelet-preferred-address-types=InternalIP \
    --requestheader-client-ca-file="$pki/ca.crt" --requestheader-username-headers=X-Remote-User \
    --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- \
    --proxy-client-cert-file="$pki/admin.crt" --proxy-client-key-file="$pki/admin.key" --enable-aggregator-routing=true
  until_ok 120 k get --raw=/readyz
  start 1 controllers "$bin/kube-controller-manager" --kubeconfig="$pki/controller.conf" \
    --authentication-kubeconfig="$pki/controller.conf" --authorization-kubeconfig="$pki/controller.conf" \
    --service-account-private-key-file="$pki/sa.key" --root-ca-file="$pki/ca.crt" --use-service-account-credentials=true \
    --leader-elect=false --bind-address=127.0.0.1
  start 1 scheduler "$bin/kube-scheduler" --kubeconfig="$pki/scheduler.conf" --authentication-kubeconfig="$pki/scheduler.conf" \
    --authorization-kubeconfig="$pki/scheduler.conf" --leader-elect=false --bind-address=127.0.0.1
}

# A process instead of a pod: its image is in a registry. The API server reaches it by the address in the slice.
start_metrics() {
  local admin=$live/pki/admin.conf
  start 1 metrics-server "$bin/metrics-server" --secure-port=4443 --cert-dir="$live/metrics-server" --kubeconfig="$admin" \
    --authentication-kubeconfig="$admin" --authorization-kubeconfig="$admin" --kubelet-insecure-tls \
    --kubelet-preferred-address-types=InternalIP --metric-resolution=15s
  k apply -f - >/dev/null <<YAML
apiVersion: v1
kind: Service
metadata: { name: metrics-server, namespace: kube-system }
spec: { ports: [{ port: 443, targetPort: 4443 }] }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: metrics-server
  namespace: kube-system
  labels: { kubernetes.io/service-name: metrics-server }
addressType: IPv4
endpoints: [{ addresses: ["$(address_of 1)"] }]
ports: [{ port: 4443 }]
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1beta1.metrics.k8s.io }
spec:
  service: { name: metrics-server, namespace: kube-system }
  group: metrics.k8s.io
  version: v1beta1
  insecureSkipTLSVerify: true
  groupPriorityMinimum: 100
  versionPriority: 100
YAML
  until_ok 120 k top nodes
}

# A stand-in for the policy engine of a cluster's network, see enforce-policies.ts.
start_enforcing() {
  local node
  for node in $(seq "$NODES"); do
    start "$node" "policies$node" node --import "$repository/node_modules/tsx/dist/esm/index.mjs" \
      "$here/enforce-policies.ts" "https://$(address_of 1):6443" "$live/pki"
  done
}
