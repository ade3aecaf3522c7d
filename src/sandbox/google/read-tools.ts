/** Reads and checks functions and how they may be called, as the Gemini API does. */
import type { Prompt, PromptTool, PromptTools } from '../answers/prompt.ts';
import { asArray, asObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { schemaParts } from '../schema-parts.ts';
import { refuseUnknown } from './read-generation-config.ts';

const DECLARATION_FIELDS =
  'behavior description name parameters parametersJsonSchema response responseJsonSchema'.split(' ');
/** `parameters` is OpenAPI's schema: https://ai.google.dev/api/caching#Schema */
const OPENAPI_FIELDS =
  `anyOf default description enum example format items maxItems maxLength maxProperties maximum minItems minLength
  minProperties minimum nullable pattern properties propertyOrdering required title type`.split(/\s+/);
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const MODES = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'];

export function readTools({ tools, toolConfig }: JsonObject): Pick<Prompt, 'tools'> {
  const offered = asArray(tools).flatMap((tool, index) => {
    // Whether it searches is the model's choice: it does not.
    if (
      Object.keys(asObject(tool)).some((name) => !['functionDeclarations', 'googleSearch'].includes(name))
    ) {
      refuse(`The sandbox does not simulate tools other than functions: tools[${index}].`);
    }
    return asArray(asObject(tool).functionDeclarations).map((declaration, at) =>
      readDeclaration(declaration, `tools[${index}].function_declarations[${at}]`),
    );
  });
  const double = offered.find(({ name }, at) => offered.findIndex((one) => one.name === name) !== at);
  if (double !== undefined) refuse(`Duplicate function declaration found: ${double.name}`);
  const config = readCallingConfig(toolConfig, offered);
  return offered.length === 0 ? {} : { tools: { parallel: true, ...config } };
}

function readDeclaration(given: unknown, place: string): PromptTool {
  const declaration = asObject(given);
  refuseUnknown(declaration, DECLARATION_FIELDS, place);
  const { name, parameters, parametersJsonSchema } = declaration;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return refuse(
      `* GenerateContentRequest.${place}.name: Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
    );
  }
  if (parameters !== undefined && parametersJsonSchema !== undefined) {
    refuse(
      `* GenerateContentRequest.${place}: only one of parameters and parameters_json_schema may be set.\n`,
    );
  }
  for (const [part, at] of parameters === undefined ? [] : schemaParts(parameters, `${place}.parameters`)) {
    refuseUnknown(asObject(part), OPENAPI_FIELDS, at);
  }
  if (parametersJsonSchema !== undefined) {
    checkJsonSchema(parametersJsonSchema, `${place}.parameters_json_schema`);
  }
  const schema = parametersJsonSchema ?? parameters;
  return { name, ...(schema === undefined ? {} : { parameters: schema }) };
}

/** Documented: it describes an object. References reach no further than its own definitions. */
function checkJsonSchema(schema: unknown, place: string): void {
  const { type, $ref, $defs } = asObject(schema);
  if (type !== 'object' && $ref === undefined) {
    refuse(`* GenerateContentRequest.${place}: schema must be of type object.\n`);
  }
  for (const [part, at] of schemaParts(schema, place)) {
    const reference = asObject(part).$ref;
    if (reference !== undefined && Object.keys(asObject(part)).some((name) => !name.startsWith('$'))) {
      refuse(`* ${at}: schema can only contain properties starting with '$' when $ref is present.\n`);
    }
    const name = /^#\/\$defs\/(.+)$/.exec(String(reference ?? ''))?.[1];
    if (reference === undefined || reference === '#') continue;
    if (name === undefined || !(name in asObject($defs))) refuse(`* ${at}: reference to undefined schema.\n`);
  }
}

function readCallingConfig(
  toolConfig: unknown,
  offered: readonly PromptTool[],
): Pick<PromptTools, 'choice' | 'offered'> {
  refuseUnknown(asObject(toolConfig), ['functionCallingConfig'], 'tool_config');
  const place = 'tool_config.function_calling_config';
  const { functionCallingConfig: config } = asObject(toolConfig);
  if (config === undefined) return { choice: 'auto', offered };
  refuseUnknown(asObject(config), ['allowedFunctionNames', 'mode'], place);
  if (offered.length === 0) refuse('Function calling config is set without function_declarations.');
  const { mode = 'AUTO', allowedFunctionNames } = asObject(config);
  if (!MODES.includes(mode as string)) refuse(`Invalid value at '${place}.mode', ${JSON.stringify(mode)}`);
  const names = asArray(allowedFunctionNames);
  if (names.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED') {
    refuse('allowed_function_names may only be set when the function calling mode is ANY or VALIDATED.');
  }
  const unknown = names.find((name) => !offered.some((tool) => tool.name === name));
  if (unknown !== undefined) refuse(`allowed_function_names has an undeclared function: ${unknown}`);
  const allowed = names.length === 0 ? offered : offered.filter(({ name }) => names.includes(name));
  if (mode === 'NONE') return { choice: 'none', offered };
  if (mode !== 'ANY') return { choice: 'auto', offered: allowed };
  return { choice: names.length === 1 ? { name: String(names[0]) } : 'required', offered: allowed };
}
