export declare function signMacho(executable: Buffer, identifier: string): Buffer
