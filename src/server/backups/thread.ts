import { workerData } from 'node:worker_threads'
import { performRun, type RunInput } from './run.ts'

// Buffers arrive as plain byte arrays.
const { config, ...input }: RunInput = workerData
const { sealingKey } = config
await performRun({ ...input, config: { ...config, sealingKey: sealingKey && Buffer.from(sealingKey) } })
