/** A small library in Python with constructs that are hard to check. */
export const pump = {
  'pump/__init__.py': 'from .device import Device, connect\n__all__ = ["Device", "connect"]\n',
  'pump/base.py': `class Base:
    """What every device can do."""

    name: str = "device"

    def __init__(self, address, *, timeout: float = 1.0):
        self.address = address
        self.timeout = timeout

    def close(self) -> None:
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
`,
  'pump/device.py': `from .base import Base


class Device(Base):
    @property
    def pressure(self) -> float:
        return 1.0

    async def read(self, register: int, count: int = 1) -> bytes:
        return b""


def connect(address: str, timeout: float = 1.0) -> Device:
    return Device(address, timeout=timeout)
`,
  'tests/test_device.py': 'def test_device():\n    pass\n',
  'setup.py': 'from setuptools import setup\nsetup()\n',
  'pump/big.py': `x = """${'y'.repeat(500_000)}"""\n`,
}

export const valve = {
  'package.json': JSON.stringify({ name: 'valve', type: 'module', exports: { '.': './src/index.ts' } }),
  'src/index.ts': `export class Valve {
  constructor(readonly size: number) {}
  open(degrees: number, slowly?: boolean): this { return this }
}
export function makeValve(size: number): Valve { return new Valve(size) }
`,
}

/** More classes than one answer contains. */
export const many = {
  'many.py': Array.from(
    { length: 25 },
    (_, at) => `class C${String(at).padStart(2, '0')}:\n    def go(self): ...\n`,
  ).join('\n'),
}

export const rightScript = `import pump
from pump import connect

with connect("a", timeout=2.0) as device:
    print(device.pressure, device.address, device.name)
    device.close()
other = pump.Device(address="b", timeout=3)
`

export const wrongScript = `import pump
from pump import connect, disconnect

device = connect("a", wait=2)
device.presure
device.shut()
pump.Device()
pump.conect("a")
device.whatever = 1
`
