import { resolve } from 'node:path'
import { z } from 'zod'
import type { S3Settings } from './s3-storage.ts'

/** A folder, or an object store; see `LECTERN_STORAGE` in docs/operate/settings.md. */
export type StorageSettings = { readonly folder: string } | S3Settings

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/

/** The variables of the environment that name the storage. */
export const storageVariables = {
  LECTERN_STORAGE: z
    .string()
    .refine((text) => !text.includes('://') || s3Address.test(text), {
      error: 'LECTERN_STORAGE must be a folder, or look like s3://bucket or s3://bucket/prefix.',
    })
    .optional(),
  LECTERN_S3_ENDPOINT: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
      error: 'LECTERN_S3_ENDPOINT must be an address that begins with http:// or https://.',
    })
    .optional(),
  LECTERN_S3_REGION: z.string().default('us-east-1'),
  LECTERN_S3_ACCESS_KEY_ID: z.string().optional(),
  LECTERN_S3_SECRET_ACCESS_KEY: z.string().optional(),
  LECTERN_S3_PATH_STYLE: z
    .enum(['0', '1', 'false', 'true'], { error: 'LECTERN_S3_PATH_STYLE must be 1 or 0.' })
    .optional(),
}

type Variables = z.infer<z.ZodObject<typeof storageVariables>>

/** Undefined for the data folder. An endpoint other than Amazon's has the bucket in the path unless configured otherwise. */
export function storageSettings(variables: Variables): StorageSettings | undefined {
  const { LECTERN_STORAGE: storage, LECTERN_S3_ENDPOINT: endpoint } = variables
  if (storage === undefined) return undefined
  const [, bucket, path = ''] = s3Address.exec(storage) ?? []
  if (bucket === undefined) return { folder: resolve(storage) }
  const { LECTERN_S3_ACCESS_KEY_ID: accessKeyId, LECTERN_S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  const style = variables.LECTERN_S3_PATH_STYLE
  return {
    bucket,
    prefix: path.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/'),
    endpoint,
    region: variables.LECTERN_S3_REGION,
    credentials:
      accessKeyId !== undefined && secretAccessKey !== undefined
        ? { accessKeyId, secretAccessKey }
        : undefined,
    pathStyle: style === undefined ? endpoint !== undefined : style === '1' || style === 'true',
  }
}

/** Sentences about variables that contradict each other. */
export function storageFaults(variables: Readonly<Record<string, unknown>>): string[] {
  const has = (name: keyof typeof storageVariables) => name in variables
  const isS3 = String(variables.LECTERN_STORAGE ?? '').startsWith('s3:')
  const faults: string[] = []
  if (has('LECTERN_S3_ACCESS_KEY_ID') !== has('LECTERN_S3_SECRET_ACCESS_KEY'))
    faults.push('Set LECTERN_S3_ACCESS_KEY_ID and LECTERN_S3_SECRET_ACCESS_KEY together.')
  if (has('LECTERN_S3_ENDPOINT') && !isS3)
    faults.push('LECTERN_S3_ENDPOINT also needs LECTERN_STORAGE, such as s3://bucket.')
  return faults
}
