/** What all of Mintmark shares: the root of its exceptions, and randomness. */
package io.mintmark;
