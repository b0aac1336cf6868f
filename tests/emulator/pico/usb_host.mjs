// The laptop's end of the USB cable: enumerates the board and serves its serial ports (console first, then data).

const DESCRIPTOR = { device: 1, configuration: 2, string: 3, interface: 4, endpoint: 5 };
const CLASS_COMMUNICATION = 2;
const CLASS_CDC_DATA = 10;
const ENGLISH = 0x0409;

const setup = (type, request, value, index, length) =>
  Uint8Array.from([type, request, value & 255, value >> 8, index & 255, index >> 8, length & 255, length >> 8]);
const getDescriptor = (kind, index, length, language = 0) =>
  setup(0x80, 6, (DESCRIPTOR[kind] << 8) | index, language, length);
const controlLines = (port, dtr) => setup(0x21, 0x22, dtr ? 3 : 0, port.control, 0);

export class SerialPort {
  constructor(host, control) {
    this.host = host;
    this.control = control; // number of the interface that takes the line settings
    this.in = this.out = -1; // endpoints
    this.name = '';
    this.received = [];
    this.toSend = [];
    this.onData = null;
  }

  write(bytes) {
    for (const byte of bytes) this.toSend.push(byte); // spread would overflow the stack for large ones
    this.host.pump(this);
  }

  // Everything received since the last time.
  take() {
    const bytes = Buffer.from(this.received);
    this.received.length = 0;
    return bytes;
  }
}

export class UsbHost {
  constructor(usb) {
    this.usb = usb;
    const clock = usb.rp2040.clock;
    this.retries = 0;
    this.pause = clock.createAlarm(() => { this.pause.scheduled = false; this.next(); });
    // A request that the device never answers, for it was busy when reset and request queued up: what a PC does is to
    // reset the port and begin again.
    this.patience = clock.createAlarm(() => {
      if (!this.request) return;
      this.retries++;
      this.request = null;
      this.queue = [];
      usb.resetDevice();
    });
    // A PC waits at least 10 ms after a reset (USB 2.0, 7.1.7.5), and TinyUSB's work-around for errata E5 needs that.
    const recovery = clock.createAlarm(() => this.enumerate());
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => { this.reset(); recovery.schedule(20e6); };
    usb.onEndpointWrite = (endpoint, bytes) => this.fromDevice(endpoint, bytes);
    usb.onEndpointRead = (endpoint, size) => this.deviceListens(endpoint, size);
    this.reset();
  }

  reset() {
    this.queue = [];
    this.request = null;
    this.listening = new Map(); // endpoint to the number of bytes that the device is ready to take
    this.ports = [];
    this.interfaces = [];
    this.configured = false;
  }

  setDtr(port, on) {
    this.control(controlLines(port, on));
  }

  // ---- control transfers: one at a time, done(data) when its status stage is over

  control(bytes, { dataOut = null, done = null } = {}) {
    const length = bytes[6] | (bytes[7] << 8);
    this.queue.push({ bytes, dataOut, done, length, isIn: !!(bytes[0] & 0x80), got: [] });
    if (!this.request && !this.pause.scheduled) this.next();
  }

  next() {
    if (this.request || !this.queue.length) return;
    this.request = this.queue.shift();
    this.listening.delete(0);
    this.patience.schedule(200e6);
    this.usb.sendSetupPacket(this.request.bytes);
  }

  finish() {
    const { done, got } = this.request;
    this.request = null;
    this.pause.schedule(250e3);
    done?.(Uint8Array.from(got));
  }

  controlData(bytes) {
    const request = this.request;
    if (!request) return;
    if (!request.isIn || request.length === 0) {
      if (bytes.length === 0) this.finish();
      return;
    }
    request.got.push(...bytes);
    if (bytes.length < 64 || request.got.length >= request.length) {
      request.awaitsStatus = true;
      if (this.listening.has(0)) this.sendStatus();
    }
  }

  sendStatus() {
    this.listening.delete(0);
    this.usb.endpointReadDone(0, new Uint8Array(0));
    this.finish();
  }

  // ---- endpoints

  fromDevice(endpoint, bytes) {
    if (endpoint === 0) {
      this.controlData(bytes);
      return;
    }
    const port = this.ports.find((one) => one.in === endpoint); // HID, MIDI and the drive are not served
    if (!port || !bytes.length) return;
    for (const byte of bytes) port.received.push(byte);
    port.onData?.(bytes);
  }

  deviceListens(endpoint, size) {
    if (endpoint === 0) {
      const request = this.request;
      if (request?.dataOut && !request.isIn && !request.sent) {
        request.sent = true;
        this.usb.endpointReadDone(0, request.dataOut);
        return;
      }
      this.listening.set(0, size);
      if (request?.awaitsStatus) this.sendStatus();
      return;
    }
    this.listening.set(endpoint, size);
    const port = this.ports.find((one) => one.out === endpoint);
    if (port) this.pump(port);
  }

  pump(port) {
    if (!port.toSend.length || !this.listening.has(port.out)) return;
    const count = Math.min(this.listening.get(port.out), port.toSend.length, 64);
    this.listening.delete(port.out);
    this.usb.endpointReadDone(port.out, Uint8Array.from(port.toSend.splice(0, count)));
  }

  // ---- enumeration

  enumerate() {
    this.control(setup(0x00, 5, 1, 0, 0)); // SET_ADDRESS
    this.control(getDescriptor('device', 0, 18));
    this.control(getDescriptor('configuration', 0, 9), {
      done: (head) => {
        const length = head[2] | (head[3] << 8);
        this.control(getDescriptor('configuration', 0, length), { done: (all) => this.configure(all) });
      },
    });
  }

  configure(descriptors) {
    this.parse(descriptors);
    this.onPorts?.(); // before DTR is raised, so that nothing is lost
    this.control(setup(0x00, 9, 1, 0, 0), { done: () => this.openPorts() }); // SET_CONFIGURATION
  }

  openPorts() {
    for (const port of this.ports) {
      const line = Uint8Array.from([0x00, 0xc2, 0x01, 0, 0, 0, 8]); // 115200 8N1
      this.control(setup(0x21, 0x20, 0, port.control, 7), { dataOut: line });
      this.control(controlLines(port, true));
      const named = this.interfaces.find(({ number }) => number === port.control);
      this.control(getDescriptor('string', named.string, 255, ENGLISH), {
        done: (text) => { port.name = Buffer.from(text.subarray(2)).toString('utf16le'); },
      });
    }
    this.control(setup(0x80, 0, 0, 0, 2), { done: () => { this.configured = true; } }); // GET_STATUS
  }

  parse(descriptors) {
    let control = null;
    let port = null;
    for (let at = 0; at + 1 < descriptors.length && descriptors[at] >= 2; at += descriptors[at]) {
      const kind = descriptors[at + 1];
      if (kind === DESCRIPTOR.interface) {
        const number = descriptors[at + 2];
        const usbClass = descriptors[at + 5];
        this.interfaces.push({ number, usbClass, string: descriptors[at + 8] });
        port = null;
        if (usbClass === CLASS_COMMUNICATION) control = number;
        else if (usbClass === CLASS_CDC_DATA) this.ports.push((port = new SerialPort(this, control)));
      } else if (kind === DESCRIPTOR.endpoint && port && (descriptors[at + 3] & 3) === 2) {
        const address = descriptors[at + 2];
        if (address & 0x80) port.in = address & 15;
        else port.out = address & 15;
      }
    }
  }
}
