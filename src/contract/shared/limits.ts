/** Bodies that carry content: change lists, imports by address, OpenAPI texts and customizations. In bytes. */
export const contentBodyLimit = 25 * 1024 * 1024

/** Uploads of whole folders or archives. In bytes. */
export const uploadBodyLimit = 256 * 1024 * 1024
