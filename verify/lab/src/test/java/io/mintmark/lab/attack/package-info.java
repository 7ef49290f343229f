/** The attack in its quick form, and without the protections that it is about. */
@NullMarked
package io.mintmark.lab.attack;

import org.jspecify.annotations.NullMarked;
