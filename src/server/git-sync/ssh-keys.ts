import { createRequire } from 'node:module'

export type SshKey = { readonly privateKey: string; readonly publicKey: string }

const library = (): typeof import('ssh2') => createRequire(import.meta.url)('ssh2')

/** A new Ed25519 key pair in OpenSSH format. */
export function newSshKey(): SshKey {
  const { utils } = library()
  for (;;) {
    const { private: privateKey, public: publicKey } = utils.generateKeyPairSync('ed25519', {
      comment: 'lectern',
    })
    // The library drops zero bytes at the start of a key, so that a few of its keys can't be read.
    if (!(utils.parseKey(privateKey) instanceof Error)) return { privateKey, publicKey }
  }
}

/** A private key with its public half; null if it can't be read or needs a passphrase. */
export function readSshKey(text: string): SshKey | null {
  const privateKey = `${text.trim()}\n`
  const parsed = library().utils.parseKey(privateKey)
  if (parsed instanceof Error || !parsed.isPrivateKey()) return null
  return { privateKey, publicKey: `${parsed.type} ${parsed.getPublicSSH().toString('base64')}` }
}
