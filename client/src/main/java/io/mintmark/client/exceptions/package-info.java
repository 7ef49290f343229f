/** The failures between a client and its server, one type for each reaction of a program. */
package io.mintmark.client.exceptions;
