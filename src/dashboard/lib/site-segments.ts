import { z } from 'zod'
import { useStored } from '../hooks/use-stored.ts'

const segments = z.array(z.object({ name: z.string(), claims: z.record(z.string(), z.unknown()) }))

/** A kind of readers of a site, by what is known of them. */
export type Segment = z.infer<typeof segments>[number]

export const stranger: Segment = { name: 'Stranger', claims: {} }

/** The kinds of readers that one thinks of for a site, kept in this browser alone. */
export const useSegments = (siteId: string) => useStored<Segment[]>(`segments.${siteId}`, segments, [])
