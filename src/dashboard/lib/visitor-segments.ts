import { z } from 'zod'
import { useLocalStorage } from '../hooks/use-local-storage.ts'

const segments = z.array(z.object({ name: z.string(), claims: z.record(z.string(), z.unknown()) }))

/** A kind of readers of a site, by what is known of them. */
export type Segment = z.infer<typeof segments>[number]

export const anonymousSegment: Segment = { name: 'Stranger', claims: {} }

/** The kinds of readers that one thinks of for a site, kept in this browser alone. */
export const useSegments = (siteId: string) => useLocalStorage<Segment[]>(`segments.${siteId}`, segments, [])
