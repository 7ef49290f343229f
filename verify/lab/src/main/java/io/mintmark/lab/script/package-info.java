/**
 * What hostile clients send, as tables and not as code: bytes described as text, scripts of bytes and times for each
 * kind of clients, and the credentials that they show.
 */
@NullMarked
package io.mintmark.lab.script;

import org.jspecify.annotations.NullMarked;
