export declare function coastlinesModule(): Promise<string>
