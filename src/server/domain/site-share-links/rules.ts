/** Whether a share link gives access. */
export const isValid = (
  { active, expiresAt }: { readonly active: boolean; readonly expiresAt: Date | null },
  now: Date,
): boolean => active && (expiresAt === null || expiresAt > now)
