/** A user's module: it names what it needs and gets nothing else. */
module stranger.modulepath {
    requires io.mintmark.core;
}
