--liquibase formatted sql
--changeset shop:1
CREATE SEQUENCE "InvoiceHiLo" START WITH 1001 INCREMENT BY 10;
