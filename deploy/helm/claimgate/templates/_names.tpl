{{- define "claimgate.name" -}}
{{- $name := .Release.Name }}
{{- if not (contains .Chart.Name $name) }}{{ $name = printf "%s-%s" $name .Chart.Name }}{{ end }}
{{- $name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "claimgate.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "claimgate.labels" -}}
{{ include "claimgate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "claimgate.secret" -}}
{{- .Values.secrets.existing | default (include "claimgate.name" .) }}
{{- end }}

{{- define "claimgate.config" -}}
{{- merge (dict "admin" (dict "host" "0.0.0.0" "port" 9090)) .Values.config | toYaml }}
{{- end }}
