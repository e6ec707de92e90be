export declare function checkHash(what: string, bytes: Uint8Array, integrity: string | undefined): void
