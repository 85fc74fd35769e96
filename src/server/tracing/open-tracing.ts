import type { Config } from '../config.ts'
import type { Tracing } from './tracing.ts'

/** Starts tracing if a collector is set. OpenTelemetry is loaded only then. */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(tracing)
}
