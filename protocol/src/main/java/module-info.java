/** The names that travel between clients and the server. No JSON library, no input or output. */
@org.jspecify.annotations.NullMarked
module io.mintmark.protocol {
    requires static org.jspecify;

    exports io.mintmark.protocol;
}
