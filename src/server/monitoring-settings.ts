import { z } from 'zod'

/** Where metrics are served; undefined parts are off. */
export type MetricsSettings = {
  /** A port of their own, which also serves `/healthz` and `/readyz`. */
  readonly port: number | undefined
  readonly host: string | undefined
  /** Lets callers with this bearer token read `/metrics` on the port of the service. */
  readonly token: string | undefined
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type TraceSampler = (typeof samplers)[number]

/** Where traces are sent, with OpenTelemetry's own variables; the exporter reads the others by itself. */
export type TracingSettings = {
  readonly headers: string | undefined
  readonly sampler: TraceSampler
  /** The part of the traces that a sampler by ratio keeps, from 0 to 1. */
  readonly ratio: number
}

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const collector = (name: string) =>
  z
    .string()
    .refine(isHttp, { error: `${name} must be an address that begins with http:// or https://.` })
    .optional()

const protocol = (name: string) =>
  z
    .enum(['http/json'], { error: `${name} must be http/json, which every OpenTelemetry collector accepts.` })
    .optional()

const RATIO_ERROR = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'
const PORT_ERROR = 'METRICS_PORT must be a whole number from 1 to 65535.'

/** The variables of the environment for metrics and traces. */
export const monitoringVariables = {
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: PORT_ERROR, abort: true })
    .transform(Number)
    .pipe(z.number().min(1, { error: PORT_ERROR }).max(65_535, { error: PORT_ERROR }))
    .optional(),
  METRICS_HOST: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .min(32, { error: 'METRICS_TOKEN must have at least 32 characters.' })
    .regex(/^[\x21-\x7e]+$/, { error: 'METRICS_TOKEN must be letters, digits and signs without spaces.' })
    .optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], { error: 'OTEL_TRACES_EXPORTER must be otlp or none.' })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector('OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol('OTEL_EXPORTER_OTLP_PROTOCOL'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `OTEL_TRACES_SAMPLER must be one of: ${samplers.join(', ')}.` })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0?\.\d+|[01](?:\.0*)?)$/, { error: RATIO_ERROR })
    .transform(Number)
    .optional(),
}

type Variables = z.infer<z.ZodObject<typeof monitoringVariables>>

export const metricsSettings = ({
  METRICS_PORT,
  METRICS_HOST,
  METRICS_TOKEN,
}: Variables): MetricsSettings => ({
  port: METRICS_PORT,
  host: METRICS_HOST,
  token: METRICS_TOKEN,
})

/** Undefined unless a collector is set. */
export function tracingSettings(variables: Variables): TracingSettings | undefined {
  const isOff =
    variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || variables.OTEL_TRACES_EXPORTER === 'none'
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT
  if (isOff || endpoint === undefined) return undefined
  return {
    headers: variables.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: variables.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
    ratio: variables.OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}

/** Sentences about variables that contradict each other. */
export function monitoringFaults(variables: Readonly<Record<string, unknown>>): string[] {
  if ('METRICS_HOST' in variables && !('METRICS_PORT' in variables))
    return ['METRICS_HOST also needs METRICS_PORT.']
  if (variables.METRICS_PORT !== undefined && variables.METRICS_PORT === (variables.PORT ?? '4400'))
    return ['METRICS_PORT must differ from PORT.']
  return []
}
