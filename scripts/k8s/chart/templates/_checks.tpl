{{/* What the schema cannot tell: values that contradict one another. */}}
{{- define "claims.checks" -}}
{{- with .Values -}}
{{- if and .single.enabled (or .autoscaling.enabled (ne (int64 .replicas) 1)) -}}
  {{- fail "single.enabled keeps the keys in a file of one process: set replicas to 1 and autoscaling.enabled to false" -}}
{{- end -}}
{{- if and .single.enabled .jobs.enabled -}}
  {{- fail "jobs.enabled needs PostgreSQL, and single.enabled is without: a single replica verifies the rows of jobs itself" -}}
{{- end -}}
{{- if and .gpu.enabled .autoscaling.enabled .autoscaling.cpuUtilization -}}
  {{- fail "gpu.enabled: CPU use does not show how busy a GPU is; set autoscaling.enabled to false, or autoscaling.cpuUtilization to 0" -}}
{{- end -}}
{{- if and .autoscaling.enabled (not .autoscaling.queueSeconds) (not .autoscaling.cpuUtilization) -}}
  {{- fail "autoscaling.enabled needs a measure: autoscaling.queueSeconds, autoscaling.cpuUtilization, or both; with 0 in both set autoscaling.enabled to false" -}}
{{- end -}}
{{- if and .autoscaling.enabled (gt (int64 .autoscaling.minReplicas) (int64 .autoscaling.maxReplicas)) -}}
  {{- fail "autoscaling.minReplicas is more than autoscaling.maxReplicas" -}}
{{- end -}}
{{- if and .jobs.autoscaling.enabled (gt (int64 .jobs.autoscaling.minReplicas) (int64 .jobs.autoscaling.maxReplicas)) -}}
  {{- fail "jobs.autoscaling.minReplicas is more than jobs.autoscaling.maxReplicas" -}}
{{- end -}}
{{- if and .ingress.enabled (not .ingress.hosts) -}}
  {{- fail "ingress.enabled needs ingress.hosts: the names under which the API is called" -}}
{{- end -}}
{{- range $name := concat (keys .podLabels) (keys .monitoring.labels) -}}
  {{- if regexMatch "^(app[.]kubernetes[.]io|helm[.]sh)/" $name -}}
    {{- fail (printf "%s is a label of the chart itself: it cannot be in podLabels or monitoring.labels" $name) -}}
  {{- end -}}
{{- end -}}
{{- /* 5 s to close the stores, and half a second before connections are refused, rounded up. */ -}}
{{- $seconds := add (int64 .shutdown.preStopSeconds) (div (int64 .shutdown.graceMs) 1000) 6 -}}
{{- if le (int64 .shutdown.killSeconds) $seconds -}}
  {{- fail (printf "shutdown.killSeconds must be more than %d: preStopSeconds, graceMs and 6 s to close" $seconds) -}}
{{- end -}}
{{- end -}}
{{- end }}
