export declare const bunVersion: string
