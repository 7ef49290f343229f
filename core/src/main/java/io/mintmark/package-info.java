/** What all of Mintmark shares: the root of its exceptions. */
package io.mintmark;
