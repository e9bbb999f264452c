/** Name and version as /info, the description of the interface and the metrics give them (specification, section 9). */
export const SERVICE_NAME = 'claim-verification-service';
export const SERVICE_VERSION = '1.0.0';
