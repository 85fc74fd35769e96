/**
 * A copy of bytes for a cache. Small buffers and compressed ones are parts of a block of 64 KiB, which would stay in
 * memory as long as one of them does.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
