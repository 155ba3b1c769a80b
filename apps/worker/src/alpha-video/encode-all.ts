// Pushes frames through an encoder and drains it, in the order that libav requires.
import type { Frame, Packet } from 'node-av'
import type { Encoder } from 'node-av/api'

/** Encodes every frame, freeing each, and passes on every packet; flushes the encoder. */
export async function encodeAll(
  encoder: Encoder,
  frames: AsyncIterable<Frame | null>,
  write: (packet: Packet) => Promise<void>,
): Promise<void> {
  const drain = async () => {
    for (let packet = await encoder.receive(); packet; packet = await encoder.receive()) {
      await write(packet)
      packet.free()
    }
  }
  for await (const frame of frames) {
    if (!frame) continue
    await encoder.encode(frame)
    frame.free()
    await drain()
  }
  await encoder.flush()
  await drain()
}
