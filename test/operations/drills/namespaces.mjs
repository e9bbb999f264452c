// Network namespaces for drills: each replica has an address of its own on one bridge, and can be cut off from it.
// Needs root and iproute2.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = (...args) => run('ip', args);
const BRIDGE = 'cv-drill';
const nameOf = (place) => `cv-drill${place}`;
const outsideOf = (place) => `cv-drill-${place}`;

/** Where processes outside the namespaces, such as the database, are reached from inside. */
export const OUTSIDE = '10.77.0.1';
export const SUBNET = '10.77.0.0/24';
export const addressOf = (place) => `10.77.0.${10 + place}`;

/** Program and arguments that run a command in the namespace of a replica. Signals reach the command itself. */
export const inNamespace = (place, ...command) => ['ip', 'netns', 'exec', nameOf(place), ...command];

export async function addNamespaces(count) {
  await removeNamespaces(count);
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  await ip('address', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE);
  await ip('link', 'set', BRIDGE, 'up');
  for (let place = 0; place < count; place += 1) {
    const name = nameOf(place);
    await ip('netns', 'add', name);
    await ip('link', 'add', outsideOf(place), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    await ip('link', 'set', outsideOf(place), 'master', BRIDGE, 'up');
    await ip('-n', name, 'address', 'add', `${addressOf(place)}/24`, 'dev', 'eth0');
    await ip('-n', name, 'link', 'set', 'eth0', 'up');
    await ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}

/** Cuts a replica off from everything else, or connects it again; nothing is closed, packets are lost. */
export const setConnected = (place, isConnected) => ip('link', 'set', outsideOf(place), isConnected ? 'up' : 'down');

export async function removeNamespaces(count) {
  for (let place = 0; place < count; place += 1) {
    await ip('netns', 'delete', nameOf(place)).catch(() => undefined);
    await ip('link', 'delete', outsideOf(place)).catch(() => undefined);
  }
  await ip('link', 'delete', BRIDGE).catch(() => undefined);
}
