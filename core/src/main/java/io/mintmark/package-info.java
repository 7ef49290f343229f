/** The root of all exceptions, and the source of randomness. */
package io.mintmark;
