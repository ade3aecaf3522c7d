--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: find_passages(text[], double precision[], integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.find_passages(questions text[], weights double precision[], wanted integer) RETURNS SETOF bigint
    LANGUAGE sql STABLE
    SET enable_seqscan TO 'off'
    AS $$
      select vector.passage from unnest(questions, weights) asked(question, weight)
      join corpus_vectors vector on vector.terms @@ asked.question::tsquery
      group by 1 order by sum(asked.weight) desc, 1 limit wanted $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: corpus_documents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.corpus_documents (
    key bigint NOT NULL,
    id text NOT NULL,
    title text NOT NULL,
    title_terms text NOT NULL,
    url text NOT NULL,
    published text
);


--
-- Name: corpus_documents_key_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.corpus_documents ALTER COLUMN key ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.corpus_documents_key_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: corpus_passages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.corpus_passages (
    key bigint NOT NULL,
    document bigint NOT NULL,
    "position" integer NOT NULL,
    text text NOT NULL,
    terms text NOT NULL,
    term_count integer NOT NULL,
    title_term_count integer NOT NULL
);


--
-- Name: corpus_passages_key_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.corpus_passages ALTER COLUMN key ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.corpus_passages_key_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: corpus_terms; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.corpus_terms (
    term text NOT NULL,
    passages bigint NOT NULL
);


--
-- Name: corpus_totals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.corpus_totals (
    id integer NOT NULL,
    documents bigint NOT NULL,
    passages bigint NOT NULL,
    terms bigint NOT NULL,
    title_terms bigint NOT NULL,
    revision bigint NOT NULL
);


--
-- Name: corpus_vectors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.corpus_vectors (
    passage bigint NOT NULL,
    terms tsvector NOT NULL
);


--
-- Name: evaluation_pages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.evaluation_pages (
    evaluation text NOT NULL,
    page integer NOT NULL,
    sealed text NOT NULL
);


--
-- Name: evaluations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.evaluations (
    id text NOT NULL,
    caller_id text NOT NULL,
    kid text NOT NULL,
    status text NOT NULL,
    scorer text,
    failure text,
    claims integer NOT NULL,
    prompt_tokens bigint,
    completion_tokens bigint,
    created_at bigint NOT NULL,
    finished_at bigint,
    lease_owner text,
    lease_until bigint NOT NULL,
    attempt integer NOT NULL,
    caller_key text NOT NULL,
    recovery_key text,
    recovery text,
    report text
);


--
-- Name: key_plans; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.key_plans (
    caller_id text NOT NULL,
    kid text NOT NULL,
    plan text,
    per_hour bigint,
    per_month bigint,
    note text,
    replaced_by text,
    revision bigint NOT NULL,
    updated_at bigint NOT NULL
);


--
-- Name: limit_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.limit_counts (
    caller_id text NOT NULL,
    month integer NOT NULL,
    month_count bigint NOT NULL,
    hour integer NOT NULL,
    hour_count bigint NOT NULL
);


--
-- Name: revisions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.revisions (
    name text NOT NULL,
    revision bigint NOT NULL
);


--
-- Name: schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migrations (
    "position" integer NOT NULL,
    name text NOT NULL,
    applied_at bigint NOT NULL
);


--
-- Data for Name: corpus_documents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.corpus_documents OVERRIDING SYSTEM VALUE VALUES (1, 'd1', 'The tower', 'tower', 'https://example.org/1', NULL);


--
-- Data for Name: corpus_passages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.corpus_passages OVERRIDING SYSTEM VALUE VALUES (1, 1, 0, 'It is 330 metres tall.', '330 meter tall', 3, 1);


--
-- Data for Name: corpus_terms; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.corpus_terms VALUES ('330', 1);
INSERT INTO public.corpus_terms VALUES ('meter', 1);
INSERT INTO public.corpus_terms VALUES ('tall', 1);
INSERT INTO public.corpus_terms VALUES ('tower', 1);


--
-- Data for Name: corpus_totals; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.corpus_totals VALUES (1, 1, 1, 3, 1, 3);


--
-- Data for Name: corpus_vectors; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.corpus_vectors VALUES (1, '''330'' ''meter'' ''tall'' ''tower''');


--
-- Data for Name: evaluation_pages; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: evaluations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.evaluations VALUES ('chatcmpl-l6vBV-gEmav1r2Q9GY4LWdRo', 'Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM', 'WXUubXKn', 'completed', 'model', NULL, 4, 750, 220, 1795408535255, 1795408535396, NULL, 1795408565255, 1, 'SIeI0tSFYcjfFK2tjQlDSu4OiEaPPu-RT-tdbu3Ub6re-MFen0gMAitLLizN5WYt7vfmePFczr0Rtpby', NULL, NULL, 'Q3YyLb8LDR3zbpFnCuMX4_6VU7sg95TBWNAv9myrWtnDqhmXwpOP2zZZCAjTG8nun3Co7PYq3xDRtJyXXbTDPSnCFiGzeLdQIDcNxGwJmfSu1HgPZ_4wbPZ-WmlFqw5eufFh6eJIeN-Nkm5CsLodMUSqKYgVOjXNCDIUBPjOImDr3qVt0MXUKE3p5Db_lzhO4sIp8pEazhIDMqktx3kORCuZoJPmG1RmCUdNmAmi-xVTZ3Bkgmsh8BNkH-gFbRhNwVUFFjofnVaLTXxHFyf1lejKwZtMt5rvGG9o-8-jKyizWNAQeyx2noqRclgsooPG85nlPFJvO0CUeqnXRa_DKXcxbyKJjPfMQmQ7mM44nBVG-rjdmDpxv8ATjVe4MmwPvRL1_eeTc41R3-jiIGIlC6ppSzTp1EafcloLWhN0BPKnPEOyq9Khmyt-1uGLt6w7fKyoc3eF421kho8TCW3nf6k2ika5Io88R4B1TcajeBkveb1tbCA3Au0ZAWWoxgRia9r4NAcLNL3POGJRQSryCdkypOk36dN0HxMcqgn3NBjCSzj3ittoWxW-ZIkPpiSDIh1Z8w21VvlXlu7Hhm1Pytn5AVru15hiFOiSlaARRna8dh5vboHykxB_X97AIUQ7SmlkG2wrqJyenuGYLOigEBx2Pao0dXmDMhAMRLX_Gxcwc-O5l6INpn6ObYwtjXvxWqHSsrW0vcu02LPA1rEAuC2mLoo5WDYAudWsQIOAiyUNaz0hN0-FdEHppo3kF8P1hw26NZ9cEc71boA807CF0CRXe_ruUDfaFKTvvpIv6VVYfaC1cITaAEr9InAeO0yKvQhSoscDuEqXSR0R7MQRPg0hj_mxkgWsKVuwEYDigG-VXmyLyVIpcvUkalOSAcXXenivYWZF23ZedaTFM9ETiSvaX1kva24745gK1zT5QOGlTP73rMDLm6uEwW60r95XT06_nIIsv_EHF1bZsltzfmzvkjo6JjRk1sSGNsh1LU5SRL4Uy1xEZVr7VuQnyPCQYnaqF_LNDUx_mqKELFXslIWXAR6U1VuIurMpYgEtnnQ7KXylIurL3TZMb-UHXgF6_KvTyT1aQB2eYLQyfJvTsP6wJn-LagOMKcI7Pxa1Vr8U-Nez_BcsBiNKKyKpntPPPqVY3D9-jMOcyTNp2Cp8wyg-zh2asJbza3ekR8XKMDsxLP-_TCMSGctmbWuotXWhUvuzMwz9lUH2yywQu7T4Aq5reIEXEbWxVrEA_ym5ldsJOLO75MEreazapS7IMS10rbMcnZLvxaWMkF6oYuRwEKtDBt-K1T0Bep3tWlRxgKEzPS4RBmXrDQxBDl8MdyAtjgSX4zkdkFMQVIrKeGrmD8MHLJ94iEDgYAbY9ETtdxt_54qHKLSdrIWErYZPdK-Z3KmFs2LXzWRAJjQvcgZrar46SPAshrhf_EynOKVR2LS-uc_6aq-o-eEoMi-WjNAZzhrpAMm_QpmiiLVvXVDNr5P1zg-X0VrjNcanmxxcpVAjZ8q_SU2Q4s_vRppMdM949NCVCKSnBImZwp60RcXBmHaRHwEI5Z4kEY1XmyP24VxW-d9OkcQatSVaxJeRJyPA2lw33Cic_j1wLdYxjhBrSaZK2s2e-0-A9GURwNAHCS5XBVbQY9onGNVSwSjEC5OeL9zR3Av80SKJkqBcKKUS3h0e6w9DOoIEM3K9Y0h7y_p3cMDHJUhLyp58xHgPj1sntVMjgd5EHzMJosELctcQLBQsWw');
INSERT INTO public.evaluations VALUES ('chatcmpl-IxW5UsdCMSVj6jecUcGKzZfe', 'Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM', 'WXUubXKn', 'running', NULL, NULL, 2, NULL, NULL, 1795408537067, NULL, 'euqat2ZF9Nc7GeKE', 1795408567067, 1, 'I0rfvhlDsqLiSl-PCdQ-3HSZaemTVYEc1aNLCsloK-flDT7z2xluRVfe0KikLnEw_9olEVAEzLG2Xm0H', 'Vid9qzN9pEXS9iHWFXYeNVlz_jjdd_9MgNdOXzooQax776ZsY5iajiuL8q1LkyKSBJMiRcfAUrE91MXi', 'JwXrONaFbzH3Ysq7Lr9sclNsdktx7zskAo0Od4Rpmp-JQPkxY8ZRIHXmybybtseW8l8HMfbOQb-X7Wd3cNo4Trz67eKmjkh12jGXh97DrOk0hiEtx0wIbBnaORyQ10yfq_bVDxyHV5JvkMJU1Rds892zeaQfgSKWjPkKg3ZQSWmkuPNLg52LHj9vHJG7ZsXbDb7VI6drrkFnfiQz7_sc2Uo6KruPaWvsyjO6td5v_awWK50JLoC96zAFalMkHpPU5zlNSLCTms6VdCJJEnbwP_DkfuErcDBmGCzOovAGCpXxoPv2T__lC39igVRCJkMV75_Sxit0IZXDR8hgwRme0zjrBB8Uq0xFIxwQzOKSd_2RdSWxwEWgM5zU9dRQmWCdxVwHoOG2Me56ZW5dCZpd5Nj1UHjWarEHD4lA7GqVqaffWghkFUYnODNa8uSB8JVNWjqGkyxP7WOWyxCyrLaM8h5Mqs6P-OYWl73CgF9v4YLizzNn0ECAct_9yiCeJ2-Y8Ol5R1tSCcWgwYGTQHA11GcVdpQ27v0eb-4Wtruf6fIuC6Z3kHKpAoI-Jjj8owtaehNnmVTL5NEJgLCADK8ibWxK_2VM_H5NsBTgKxrTKIffAKZaFugLAQicBSBcbXybWyP8Tj4VQa9wcS6r_jCa3iGdYeEjJYQa2quUOlEV02bu7Bqm_W1U_cBh6MeqvCWKysf-8FiSjXJnYgS33hjxikR6ofLX7uxr82uskhOhl0TOdhYF1SW4DD4gtMlJOw5Bjz8MML-U2seYZC3vhYZGgecPlMqLmY_kp2cseGYjRytymujc2BqPtEQm0cXfSIzpGTkwFbNUFi9QB5wnvWve7G7ZM_QAzxSWAS9aX3PYDiT9p_fIzYEL-ZVLR77Ligbv7KU_zU9giK7_6mCp0fM', NULL);


--
-- Data for Name: key_plans; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.key_plans VALUES ('Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM', 'WXUubXKn', 'pro', NULL, NULL, 'The first customer', NULL, 1, 1795408533379);


--
-- Data for Name: limit_counts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.limit_counts VALUES ('Qo1fOgmlsFLcljRNadPIk7tNr1sW6OvPh3eVjQPqBYM', 202611, 1, 498724, 1);


--
-- Data for Name: revisions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.revisions VALUES ('key_plans', 1);


--
-- Data for Name: schema_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_migrations VALUES (0, '0001-key-plans', 1795408532327);
INSERT INTO public.schema_migrations VALUES (1, '0002-limit-counts', 1795408532327);
INSERT INTO public.schema_migrations VALUES (2, '0003-corpus', 1795408532327);
INSERT INTO public.schema_migrations VALUES (3, '0004-evaluations', 1795408532327);
INSERT INTO public.schema_migrations VALUES (4, '0005-report-pages', 1795408532327);


--
-- Name: corpus_documents_key_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.corpus_documents_key_seq', 1, true);


--
-- Name: corpus_passages_key_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.corpus_passages_key_seq', 1, true);


--
-- Name: corpus_documents corpus_documents_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_documents
    ADD CONSTRAINT corpus_documents_id_key UNIQUE (id);


--
-- Name: corpus_documents corpus_documents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_documents
    ADD CONSTRAINT corpus_documents_pkey PRIMARY KEY (key);


--
-- Name: corpus_passages corpus_passages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_passages
    ADD CONSTRAINT corpus_passages_pkey PRIMARY KEY (key);


--
-- Name: corpus_terms corpus_terms_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_terms
    ADD CONSTRAINT corpus_terms_pkey PRIMARY KEY (term);


--
-- Name: corpus_totals corpus_totals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_totals
    ADD CONSTRAINT corpus_totals_pkey PRIMARY KEY (id);


--
-- Name: corpus_vectors corpus_vectors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_vectors
    ADD CONSTRAINT corpus_vectors_pkey PRIMARY KEY (passage);


--
-- Name: evaluation_pages evaluation_pages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evaluation_pages
    ADD CONSTRAINT evaluation_pages_pkey PRIMARY KEY (evaluation, page);


--
-- Name: evaluations evaluations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evaluations
    ADD CONSTRAINT evaluations_pkey PRIMARY KEY (id);


--
-- Name: key_plans key_plans_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.key_plans
    ADD CONSTRAINT key_plans_pkey PRIMARY KEY (caller_id);


--
-- Name: limit_counts limit_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.limit_counts
    ADD CONSTRAINT limit_counts_pkey PRIMARY KEY (caller_id);


--
-- Name: revisions revisions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (name);


--
-- Name: schema_migrations schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY ("position");


--
-- Name: corpus_passages_by_document; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX corpus_passages_by_document ON public.corpus_passages USING btree (document, "position");


--
-- Name: corpus_vectors_by_term; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX corpus_vectors_by_term ON public.corpus_vectors USING gin (terms) WITH (fastupdate=off);


--
-- Name: evaluations_by_creation; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evaluations_by_creation ON public.evaluations USING btree (created_at);


--
-- Name: evaluations_by_lease; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evaluations_by_lease ON public.evaluations USING btree (lease_until) WHERE (status = 'running'::text);


--
-- Name: key_plans_by_revision; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX key_plans_by_revision ON public.key_plans USING btree (revision);


--
-- Name: limit_counts_by_month; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX limit_counts_by_month ON public.limit_counts USING btree (month);


--
-- Name: corpus_passages corpus_passages_document_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_passages
    ADD CONSTRAINT corpus_passages_document_fkey FOREIGN KEY (document) REFERENCES public.corpus_documents(key);


--
-- Name: corpus_vectors corpus_vectors_passage_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.corpus_vectors
    ADD CONSTRAINT corpus_vectors_passage_fkey FOREIGN KEY (passage) REFERENCES public.corpus_passages(key);


--
-- Name: evaluation_pages evaluation_pages_evaluation_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evaluation_pages
    ADD CONSTRAINT evaluation_pages_evaluation_fkey FOREIGN KEY (evaluation) REFERENCES public.evaluations(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


