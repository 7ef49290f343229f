/** Mistakes made on purpose: a product in small whose classes break each rule of the architecture once. */
package io.mintmark.rules.broken;
