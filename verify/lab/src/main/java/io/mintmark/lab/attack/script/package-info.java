/** Scripts of bytes and times, one for each kind of hostile clients, and the credentials that they show. */
@NullMarked
package io.mintmark.lab.attack.script;

import org.jspecify.annotations.NullMarked;
