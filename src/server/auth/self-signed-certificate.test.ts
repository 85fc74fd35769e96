import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKeyWithCertificate } from './self-signed-certificate.ts'

test('a new key comes with a certificate that Node reads and verifies', async () => {
  const from = new Date('2026-01-02T03:04:05Z')
  for (const until of [new Date('2049-12-31T23:59:59Z'), new Date('2056-01-02T03:04:05Z')]) {
    const { certificate, privateKey } = await newKeyWithCertificate('Lectern', { from, until })
    const read = new X509Certificate(certificate)
    expect(read.subject).toBe('CN=Lectern')
    expect(read.issuer).toBe('CN=Lectern')
    expect([new Date(read.validFrom), new Date(read.validTo)]).toEqual([from, until])
    expect(read.verify(read.publicKey)).toBe(true)
    expect(read.checkPrivateKey(createPrivateKey(privateKey))).toBe(true)
  }
})
