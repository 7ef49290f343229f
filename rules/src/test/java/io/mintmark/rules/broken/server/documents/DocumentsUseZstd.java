package io.mintmark.rules.broken.server.documents;

/** Breaks: types of the library of zstd only in server.body. */
final class DocumentsUseZstd {
    com.github.luben.zstd.ZstdDecompressCtx forbidden;
}
