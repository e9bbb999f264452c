# What this installation has of its own: overlays with small pods and the addresses of its stores, namespaces and secrets.
make_site() {
  local site=$live/site product name
  mkdir -p "$site/cpu" "$site/single" "$live/volumes/single"
  chown 10001:10001 "$live/volumes/single"
  # kustomize takes relative paths only.
  product=$(realpath --relative-to "$site/cpu" "$repository/scripts/k8s")
  cpu_overlay "$product" >"$site/cpu/kustomization.yaml"
  single_overlay "$product" >"$site/single/kustomization.yaml"
  single_volume >"$site/single/volume.yaml"
  for name in $namespace $single_namespace; do k create namespace "$name" >/dev/null; done
  k -n "$namespace" create secret generic claim-verification-service \
    --from-literal=DATABASE_URL="postgres://claims:claims@$(address_of 1):5432/claims" \
    --from-literal=REDIS_URL="redis://$(address_of 1):6379" --from-literal=ADMIN_TOKEN="$(openssl rand -hex 24)" >/dev/null
}

# A CPU at most, so that several pods run beside each other on a small machine.
small_pods() {
  cat <<'YAML'
  - target: { kind: Deployment, name: claim-verification-service }
    patch: |
      - op: replace
        path: /spec/template/spec/containers/0/resources
        value: { requests: { cpu: 300m, memory: 700Mi }, limits: { cpu: "1", memory: 1.5Gi } }
YAML
}

cpu_overlay() {
  cat <<YAML
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: $namespace
resources: [$1/overlays/cpu]
patches:
$(small_pods)
  - target: { kind: NetworkPolicy, name: claim-verification-service\$ }
    patch: |
      - op: replace
        path: /spec/egress/1/to
        value: [{ ipBlock: { cidr: $(address_of 1)/32 } }]
      - op: replace
        path: /spec/egress/2/to
        value: [{ ipBlock: { cidr: $(address_of 1)/32 } }]
YAML
}

single_overlay() {
  cat <<YAML
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: $single_namespace
resources: [$1/overlays/single, volume.yaml]
patches:
$(small_pods)
  - target: { kind: PersistentVolumeClaim, name: claim-verification-service }
    patch: |
      - op: add
        path: /spec/storageClassName
        value: ""
YAML
}

single_volume() {
  cat <<YAML
apiVersion: v1
kind: PersistentVolume
metadata: { name: $single_namespace }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOncePod]
  persistentVolumeReclaimPolicy: Retain
  claimRef: { namespace: $single_namespace, name: claim-verification-service }
  hostPath: { path: $live/volumes/single, type: Directory }
YAML
}
