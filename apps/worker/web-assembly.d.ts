// The part of the WebAssembly API that the worker uses: Node implements all of it, but its types lack the members.
declare global {
  namespace WebAssembly {
    interface Memory {
      readonly buffer: SharedArrayBuffer
      grow(pages: number): number
    }
    const Memory: new (size: { initial: number; maximum: number; shared: true }) => Memory
    interface Instance {
      readonly exports: Readonly<Record<string, unknown>>
    }
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
    function instantiate(module: Module, imports: Record<string, Record<string, unknown>>): Promise<Instance>
  }
}

export {}
