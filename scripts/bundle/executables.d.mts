export declare const host: string
export declare const binaryFolder: string
export declare function executableFor(target: string): string
