/** Operations of the contract without a handler: not mounted, not documented. This list only gets shorter. */
export const unimplemented: readonly string[] = []
