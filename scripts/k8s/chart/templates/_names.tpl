{{/* The name of all objects. 54 characters, so that "-operator" fits into the 63 of a name. */}}
{{- define "claims.name" -}}
{{- $name := printf "%s-%s" .Release.Name .Chart.Name -}}
{{- if contains .Chart.Name .Release.Name }}{{ $name = .Release.Name }}{{ end -}}
{{- default $name .Values.fullnameOverride | trunc 54 | trimSuffix "-" -}}
{{- end }}

{{/* What selects the pods of a component; never to be changed, for a Deployment's selector cannot be. Takes (root, component). */}}
{{- define "claims.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Labels of an object. Takes (root), or (root, component). */}}
{{- define "claims.labels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
{{- if gt (len .) 1 }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "claims.serviceAccount" -}}
{{- default (ternary (include "claims.name" .) "default" .Values.serviceAccount.create) .Values.serviceAccount.name -}}
{{- end }}

{{- define "claims.secret" -}}
{{- default (include "claims.name" .) .Values.secret.name -}}
{{- end }}

{{- define "claims.volume" -}}
{{- default (include "claims.name" .) .Values.single.existingClaim -}}
{{- end }}

{{/* The image for CPUs. */}}
{{- define "claims.image" -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{- .Values.image.repository -}}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ $tag }}{{ end -}}
{{- end }}

{{/* The image of the replicas that are called. */}}
{{- define "claims.serverImage" -}}
{{- $tag := default (printf "%s-gpu" (default .Chart.AppVersion .Values.image.tag)) .Values.gpu.tag -}}
{{- if not .Values.gpu.enabled }}{{ include "claims.image" . }}
{{- else if .Values.gpu.digest }}{{ .Values.image.repository }}@{{ .Values.gpu.digest }}
{{- else }}{{ .Values.image.repository }}:{{ $tag }}
{{- end -}}
{{- end }}
