{{- define "cairn.name" -}}
{{- if contains "cairn" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-cairn" (.Release.Name | trunc 44 | trimSuffix "-") }}{{ end }}
{{- end }}

{{- define "cairn.selector" -}}
app.kubernetes.io/name: cairn
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "cairn.labels" -}}
{{ include "cairn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end }}

{{- define "cairn.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}

{{/* Not empty: the database is external. */}}
{{- define "cairn.external" -}}
{{- if or .Values.database.url .Values.database.existingSecret }}yes{{ end }}
{{- end }}

{{/* Not empty: something is stored in a volume. */}}
{{- define "cairn.volume" -}}
{{- if not (and (include "cairn.external" .) .Values.bucket.enabled) }}yes{{ end }}
{{- end }}

{{/* Not empty: an old pod and a new one may run at the same time. */}}
{{- define "cairn.rolling" -}}
{{- if and (include "cairn.external" .) (or .Values.bucket.enabled (eq .Values.volume.accessMode "ReadWriteMany")) }}yes{{ end }}
{{- end }}

{{- define "cairn.webUrl" -}}
{{- if .Values.webUrl }}{{ .Values.webUrl }}
{{- else if .Values.ingress.enabled }}{{ ternary "https" "http" (ne .Values.ingress.tlsSecret "") }}://{{ .Values.ingress.host }}
{{- end }}
{{- end }}

{{- define "cairn.trustProxy" -}}
{{- if .Values.trustProxy }}{{ .Values.trustProxy }}{{ else if .Values.ingress.enabled }}1{{ end }}
{{- end }}

{{- define "cairn.keySecret" -}}
{{ .Values.secretKey.existingSecret | default (printf "%s-key" (include "cairn.name" .)) }}
{{- end }}

{{/* The settings of the chart that are secret, unless they are in Secrets of the operator. */}}
{{- define "cairn.credentials" -}}
{{- with .Values.database }}{{ if not .existingSecret }}
{{- if .url }}
DATABASE_URL: {{ .url | quote }}
{{- end }}
{{- if .directUrl }}
DATABASE_DIRECT_URL: {{ .directUrl | quote }}
{{- end }}
{{- if .readUrl }}
DATABASE_READ_URL: {{ .readUrl | quote }}
{{- end }}
{{- end }}{{ end }}
{{- with .Values.bucket }}{{ if and .enabled (not .existingSecret) }}
S3_ACCESS_KEY_ID: {{ .accessKeyId | quote }}
S3_SECRET_ACCESS_KEY: {{ .secretAccessKey | quote }}
{{- end }}{{ end }}
{{- end }}

{{/* What would not work is refused before anything is installed. */}}
{{- define "cairn.check" -}}
{{- if gt (int .Values.replicas) 1 }}
{{- if not (include "cairn.external" .) }}
{{- fail "replicas: more than one needs an external database (database.url or database.existingSecret)." }}
{{- end }}
{{- if not (include "cairn.rolling" .) }}
{{- fail "replicas: more than one needs one place for files: a bucket (bucket.enabled), or a volume with accessMode ReadWriteMany." }}
{{- end }}
{{- end }}
{{- with .Values.database }}
{{- if and .existingSecret (or .url .directUrl .readUrl) }}
{{- fail "database: existingSecret replaces url, directUrl and readUrl; set one of both." }}
{{- end }}
{{- if and (or .directUrl .readUrl) (not .url) }}
{{- fail "database: directUrl and readUrl need url." }}
{{- end }}
{{- end }}
{{- with .Values.bucket }}
{{- if and .enabled (not .existingSecret) (not (and .accessKeyId .secretAccessKey)) }}
{{- fail "bucket: set existingSecret, or both accessKeyId and secretAccessKey." }}
{{- end }}
{{- end }}
{{- if and .Values.secretKey.existingSecret (not (include "cairn.external" .)) }}
{{- fail "secretKey: without an external database the key is in the volume." }}
{{- end }}
{{- end }}
