// How systemd reads a unit, and what every unit of ours forbids itself.

/** A percent sign begins a specifier in systemd's paths. The path of EnvironmentFile is the rest of its line, with spaces and quotes. */
export const unitEscaped = (text: string): string => text.replaceAll('%', '%%');
/** One word of a command. A dollar sign would begin a variable. */
export const unitQuoted = (text: string): string => `"${unitEscaped(text).replaceAll('$', '$$$$').replace(/["\\]/g, '\\$&')}"`;
/** One path of a list, in which systemd reads quotes but no backslashes. */
export const unitPath = (text: string): string => (text.includes('"') ? `'${unitEscaped(text)}'` : `"${unitEscaped(text)}"`);

export const hardening = `NoNewPrivileges=yes
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX`;
