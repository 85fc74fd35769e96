import S3rver from 's3rver'

export type ObjectStore = {
  /** The settings of a service that stores its files here. */
  readonly environment: Record<string, string>
  readonly close: () => Promise<void>
}

/** An S3-compatible object store on this machine with an empty bucket `files`; its data are in `folder`. */
export async function openObjectStore(folder: string): Promise<ObjectStore> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  return {
    environment: {
      LECTERN_STORAGE: 's3://files/lectern',
      LECTERN_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      LECTERN_S3_ACCESS_KEY_ID: 'S3RVER',
      LECTERN_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: () => server.close(),
  }
}
