{{/*
The pods of both Deployments. Takes root, component, image, env (name and value by turns), preStopSeconds, killSeconds, resources,
tmpSize, scheduling, tolerations, and volume: the claim that holds the data, or "".
*/}}
{{- define "claims.pod" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "claims.selector" (list .root .component) | nindent 4 }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    # Pods read their settings at their start.
    checksum/config: {{ include "claims.config" .root | sha256sum }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "claims.serviceAccount" .root }}
  automountServiceAccountToken: false
  # Otherwise Kubernetes adds variables for every service, and a service called "metrics" would set METRICS_PORT.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ int64 .killSeconds }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with .scheduling.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with .scheduling.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with concat .tolerations .scheduling.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: RuntimeDefault }
  # Two constraints of the same kind would not do: where a label of one is missing, as that of zones in many clusters, the
  # scheduler ignores the other too. Pods of the version before do not count: they are about to go.
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "claims.selector" (list $root $.component) | nindent 10 }}
      matchLabelKeys: [pod-template-hash]
  affinity:
    {{- if .scheduling.affinity }}
    {{- toYaml .scheduling.affinity | nindent 4 }}
    {{- else }}
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 100
          podAffinityTerm:
            topologyKey: topology.kubernetes.io/zone
            labelSelector:
              matchLabels: {{- include "claims.selector" (list $root $.component) | nindent 16 }}
    {{- end }}
  containers:
    - name: server
      image: {{ .image }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      env:
        {{- range chunk 2 .env }}
        - { name: {{ index . 0 }}, value: {{ index . 1 | toString | quote }} }
        {{- end }}
      envFrom:
        - secretRef: { name: {{ include "claims.secret" .root }}{{ if $values.secret.optional }}, optional: true{{ end }} }
        - configMapRef: { name: {{ include "claims.name" .root }} }
      ports:
        - { name: http, containerPort: 8080 }
        - { name: metrics, containerPort: 9090 }
        - { name: operator, containerPort: 9091 }
      {{- with int64 .preStopSeconds }}
      lifecycle:
        preStop:
          sleep: { seconds: {{ . }} }
      {{- end }}
      # The service listens once its key database is reachable (at most 30 s); readiness waits for the model.
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 2
        failureThreshold: 30
      # A model run that does not finish ends the process by itself; this probe is for a blocked event loop.
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      resources: {{- toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- with $values.volumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: data
      {{- if .volume }}
      persistentVolumeClaim: { claimName: {{ .volume }} }
      {{- else }}
      emptyDir: { sizeLimit: 64Mi }
      {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: {{ .tmpSize }} }
    {{- with $values.volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Settings as strings. toJson, because a template writes a million as 1e+06. */}}
{{- define "claims.config" -}}
{{- range $name, $value := .Values.config }}
{{ $name }}: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- end }}
