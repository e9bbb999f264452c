#!/bin/sh
# Renders the chart with each NAME.values.yaml beside this file into NAME.yaml: sh scripts/k8s/examples/render.sh [FOLDER].
# Needs Helm 3. For values of your own: helm template claim-verification-service scripts/k8s/chart --values my-values.yaml
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1-$here}
for values in "$here"/*.values.yaml; do
  name=$(basename "$values" .values.yaml)
  {
    echo "# Rendered from ../chart with $name.values.yaml by render.sh: change those two and render again."
    # Helm renders for an old Kubernetes unless it gets a version that the chart supports.
    helm template claim-verification-service "$here/../chart" --kube-version 1.33.0 --values "$values"
  } > "$folder/$name.yaml.new"
  mv "$folder/$name.yaml.new" "$folder/$name.yaml"
done
