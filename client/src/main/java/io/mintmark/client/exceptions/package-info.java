/** What can go wrong between a client and its server, one type for each thing that a program may do about it. */
package io.mintmark.client.exceptions;
